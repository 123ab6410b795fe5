// Notes when links of devices come and go, and writes it down every few seconds. What a killed server did not write is lost: seconds.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { eachPage } from '../../kernel/storage/pages.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { DeviceUsageStore, LinkSpan } from './store.ts';

export type LinkBookKit = {
  clock: Clock;
  log: Log;
  store: Pick<DeviceUsageStore, 'save' | 'saveSeen' | 'endStanding' | 'page'>;
};

export const DAY_MS = 86_400_000;
/** The main thread waits for a statement of so many rows for about two milliseconds. */
const ROWS_AT_ONCE = 200;
const ROWS_OF_A_PAGE = 1000;
/** What may wait for a disk that takes nothing: two changes of each of ten thousand links, and more. */
const MOST_UNWRITTEN = 50_000;
/** Of a clock that jumps further no day in between is known. */
const MOST_DAYS = 31;

const midnightAfter = (ms: number): number => (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
const nameOf = ({ deviceKey, beginMs }: LinkSpan): string => `${deviceKey} ${beginMs}`;

export class LinkBook {
  readonly #kit: LinkBookKit;
  readonly #turn = new InTurn();
  /** Since when (UTC ms) the links stand that stand now, by device. */
  readonly #standing = new Map<number, number>();
  readonly #unwritten = new Map<string, LinkSpan>();
  #midnightMs: number;
  #failing = false;
  #dropped = 0;

  private constructor(kit: LinkBookKit) {
    this.#kit = kit;
    this.#midnightMs = midnightAfter(kit.clock.now());
  }

  /** Before any link of this server: what another left standing ends where it was seen last. */
  static async open(kit: LinkBookKit): Promise<LinkBook> {
    await kit.store.endStanding();
    return new LinkBook(kit);
  }

  /** A link that takes over from another one of its device goes on with it. */
  came(deviceKey: number, atMs: number): void {
    if (this.#standing.has(deviceKey)) return;
    this.#standing.set(deviceKey, atMs);
    this.#note({ deviceKey, beginMs: atMs, endMs: null });
  }

  went(deviceKey: number, atMs: number): void {
    const beginMs = this.#standing.get(deviceKey);
    if (beginMs === undefined) return;
    this.#standing.delete(deviceKey);
    this.#end(deviceKey, beginMs, atMs);
  }

  /** Every few seconds: writes down what happened, and until when. Resolves when that is done, or failed and waits. Never rejects. */
  write(): Promise<void> {
    const seenMs = this.#kit.clock.now();
    if (seenMs >= this.#midnightMs) this.#cut(seenMs);
    else if (midnightAfter(seenMs) < this.#midnightMs) this.#goBack(seenMs);
    return this.#turn.run(() => this.#write(seenMs));
  }

  /** For the end of the server: all links end now. */
  async close(): Promise<void> {
    const nowMs = this.#kit.clock.now();
    for (const deviceKey of Array.from(this.#standing.keys())) this.went(deviceKey, nowMs);
    await this.write();
  }

  /**
   * How long (ms) the links of these devices stood between two moments (UTC ms) up to now; those without any are left out. Undefined: of all
   * devices.
   */
  async linkedBetween(fromMs: number, toMs: number, deviceKeys?: readonly number[]): Promise<Map<number, number>> {
    const nowMs = this.#kit.clock.now();
    const sums = new Map<number, number>();
    const add = ({ deviceKey, beginMs, endMs }: LinkSpan): void => {
      const tookMs = Math.min(endMs ?? nowMs, toMs) - Math.max(beginMs, fromMs);
      if (tookMs > 0) sums.set(deviceKey, (sums.get(deviceKey) ?? 0) + tookMs);
    };
    const unwritten = new Map(this.#unwritten); // what is written meanwhile counts once
    for (const span of unwritten.values()) add(span);
    const asked = { fromMs: fromMs - DAY_MS, toMs, deviceKeys };
    await eachPage<LinkSpan>(
      ROWS_OF_A_PAGE,
      (...place) => this.#kit.store.page(asked, ...place),
      (page) => {
        for (const span of page) if (!unwritten.has(nameOf(span))) add(span);
      },
    );
    return sums;
  }

  /** Resolves when nothing of these devices is written any more. */
  forget(deviceKeys: readonly number[]): Promise<void> {
    const keys = new Set(deviceKeys);
    for (const key of keys) this.#standing.delete(key);
    for (const [name, { deviceKey }] of this.#unwritten) if (keys.has(deviceKey)) this.#unwritten.delete(name);
    return this.#turn.idle();
  }

  metrics(): Record<string, number> {
    return { link_spans_unwritten: this.#unwritten.size, link_spans_dropped_total: this.#dropped };
  }

  #note(span: LinkSpan): void {
    this.#unwritten.set(nameOf(span), span);
    if (this.#unwritten.size <= MOST_UNWRITTEN) return;
    for (const oldest of this.#unwritten.keys()) if (this.#unwritten.delete(oldest)) break;
    this.#dropped += 1;
  }

  /** A clock that was set back makes no span of less than nothing. */
  #end(deviceKey: number, beginMs: number, atMs: number): void {
    this.#note({ deviceKey, beginMs, endMs: Math.max(beginMs, atMs) });
  }

  /** At midnight, so that what began a day before the end of a question, and no earlier, is all that may count for it. */
  #cut(nowMs: number): void {
    const lastMidnightMs = midnightAfter(nowMs) - DAY_MS;
    for (const [deviceKey, since] of this.#standing) {
      let beginMs = since;
      const firstMs = Math.max(midnightAfter(beginMs), lastMidnightMs - MOST_DAYS * DAY_MS);
      for (let atMs = firstMs; atMs <= lastMidnightMs; atMs += DAY_MS) {
        this.#end(deviceKey, beginMs, atMs);
        beginMs = atMs;
      }
      if (beginMs === since) continue;
      this.#standing.set(deviceKey, beginMs);
      this.#note({ deviceKey, beginMs, endMs: null });
    }
    this.#midnightMs = lastMidnightMs + DAY_MS;
  }

  /** The clock was ahead and is right now: links that came meanwhile count from here on, and the next midnight is cut again. */
  #goBack(nowMs: number): void {
    for (const [deviceKey, beginMs] of this.#standing) {
      if (beginMs <= nowMs) continue;
      this.#end(deviceKey, beginMs, nowMs);
      this.#standing.set(deviceKey, nowMs);
      this.#note({ deviceKey, beginMs: nowMs, endMs: null });
    }
    this.#midnightMs = midnightAfter(nowMs);
  }

  async #write(seenMs: number): Promise<void> {
    const { store, log } = this.#kit;
    const spans = [...this.#unwritten.values()];
    try {
      for (let from = 0; from < spans.length; from += ROWS_AT_ONCE) {
        const some = spans.slice(from, from + ROWS_AT_ONCE);
        await store.save(some);
        // One that changed meanwhile is written again.
        for (const span of some) if (this.#unwritten.get(nameOf(span)) === span) this.#unwritten.delete(nameOf(span));
        await nextTurn();
      }
      await store.saveSeen(seenMs); // behind the spans: what is known to have stood until then did
      this.#failing = false;
    } catch (err) {
      if (!this.#failing) log.error('times of links not stored, tried again later', { err });
      this.#failing = true;
    }
  }
}
