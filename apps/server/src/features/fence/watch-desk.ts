// Follows the journal of positions from a stored cursor: who went in, out or off becomes an event. Cursor, events and who is inside change
// in one transaction, so after a kill they agree, and what was not looked at is looked at after the start.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventSources } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { Pace } from '../../kernel/work/pace.ts';
import type { EventWriting, News, StoredEvent } from '../event/index.ts';
import type { TrackJournal } from '../position/index.ts';
import type { DeviceZone, ZoneStore, ZoneTransaction } from './store.ts';
import { isOutside } from './zone-state.ts';
import type { Changes, ZoneCrossing, ZoneWatch } from './zone-watch.ts';

export type WatchDeskKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  store: ZoneStore;
  watch: ZoneWatch;
  journal: TrackJournal;
  writing: EventWriting;
  isRegistered: (deviceKey: number) => boolean;
  /** Resolves when what is committed by now survives a power cut. */
  synced: () => Promise<void>;
  /** Zones and what is known of devices as they are stored: after a failure memory is ahead. */
  readAgain: () => Promise<void>;
  /** Reading them failed: they are to be read again before anything is judged by them. */
  isBehind: () => boolean;
};

/** Commits come many times a second: a look takes what has gathered. */
const GATHER_MS = 500;
/** Without a hint: after a failure, and should a hint be lost. */
const LOOK_MS = 5000;
/** Events in one turn of the loop. */
const EVENTS_AT_ONCE = 48;
const code = { in: 51, out: 52, off: 110 } as const;

const codeOf = ({ zone, crossing: { inside } }: ZoneCrossing): number | null => {
  if (zone.kind === 'route') return inside ? null : code.off;
  if (inside) return zone.triggerIn ? code.in : null;
  return zone.triggerOut ? code.out : null;
};

const eventOf = ({ zone, deviceKey, crossing: { inside, fix } }: ZoneCrossing, eventCode: number): StoredEvent => ({
  deviceKey,
  code: eventCode,
  note: zone.title,
  deviceMs: fix.timeMs,
  receivedMs: fix.receivedMs,
  lat: fix.lat,
  lng: fix.lng,
  speedKmh: fix.speedKmh,
  sourceType: fix.replayed || fix.late ? eventSources.recover : eventSources.realTime,
  origin: `z.${zone.kind}.${zone.slot}.${inside ? 'in' : 'out'}`,
  alarmSign: null,
  attachments: 0,
  fence: zone.title,
});

const isNothing = ({ state, openSerialno }: DeviceZone): boolean => isOutside(state) && openSerialno === null;

export class WatchDesk {
  stored = 0;
  readonly #kit: WatchDeskKit;
  readonly #turn = new InTurn();
  readonly #ends: (() => void)[];
  readonly #timer: Timer;
  #gathering: Timer | null = null;
  #cursor = 0;
  #failing = false;
  #closed = false;

  constructor(kit: WatchDeskKit) {
    this.#kit = kit;
    this.#ends = [kit.bus.subscribe('positions.journaled', () => this.#gather())];
    this.#timer = kit.clock.every(LOOK_MS, () => void this.#look());
    kit.journal.onPacking(() => this.#needed());
  }

  /** A journal that was replaced by an older one is read from its beginning: what is there already makes nothing. */
  async start(): Promise<void> {
    const { store, journal } = this.#kit;
    const [cursor, { lastId }] = [await store.cursor(), await journal.read()];
    this.#cursor = cursor;
    if (cursor > lastId) await this.#moveTo(0);
    void this.#look();
  }

  /**
   * Runs a change of zones behind everything that came before it, which is still judged by what was there. `sinceId` is the row behind
   * which the change holds.
   */
  change<T>(action: (sinceId: number) => Promise<T>): Promise<T> {
    return this.#turn.run(async () => {
      await this.#catchUp();
      if (this.#kit.watch.size > 0) await this.#follow();
      else await this.#moveTo((await this.#kit.journal.read()).lastId);
      return action(this.#cursor);
    });
  }

  /** Something else that must not fall into an evaluation. */
  run<T>(action: () => Promise<T>): Promise<T> {
    return this.#turn.run(action);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const end of this.#ends) end();
    this.#timer.cancel();
    this.#gathering?.cancel();
    await this.#turn.idle();
  }

  #gather(): void {
    if (this.#closed || this.#kit.watch.size === 0) return;
    this.#gathering ??= this.#kit.clock.after(GATHER_MS, () => {
      this.#gathering = null;
      void this.#look();
    });
  }

  /** The row behind which the journal must stay as it is; null: none is needed. */
  async #needed(): Promise<number | null> {
    if (this.#kit.watch.size === 0 && !this.#kit.isBehind()) return null;
    const cursor = this.#cursor;
    try {
      await this.#kit.synced();
      return cursor;
    } catch {
      return 0; // nothing is packed: that outlasts a power cut at once, and one might take the cursor back
    }
  }

  #look(): Promise<void> {
    return this.#turn.attempt(
      async () => {
        if (!this.#closed) await this.#catchUp();
        if (this.#closed || this.#kit.watch.size === 0) return;
        await this.#follow();
        this.#failing = false;
      },
      (err) => {
        if (!this.#failing && !this.#closed) this.#kit.log.error('zones not looked at, tried again later', { err });
        this.#failing = true;
      },
    );
  }

  async #catchUp(): Promise<void> {
    if (!this.#kit.isBehind()) return;
    await this.#kit.readAgain();
    this.#cursor = await this.#kit.store.cursor();
  }

  async #moveTo(journalId: number): Promise<void> {
    if (journalId === this.#cursor) return;
    if (!(await this.#kit.store.moveCursor(this.#cursor, journalId))) throw new Error('the cursor of zones was moved');
    this.#cursor = journalId;
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      const { fixes, lastId } = await this.#kit.journal.fixesAfter(this.#cursor);
      if (lastId === null) return;
      const changes = await this.#kit.watch.take(fixes, lastId, new Pace(this.#kit.clock));
      await this.#store(changes, lastId);
    }
  }

  async #store(changes: Changes, lastId: number): Promise<void> {
    const { store, readAgain, writing } = this.#kit;
    const news: News[] = [];
    try {
      await store.transaction(async (transaction) => {
        if (!(await transaction.moveCursor(this.#cursor, lastId))) throw new Error('the cursor of zones was moved');
        await this.#storeIn(transaction, changes, lastId, news);
      });
    } catch (error) {
      await readAgain();
      this.#cursor = await store.cursor();
      throw error;
    }
    this.#cursor = lastId;
    for (const each of news) writing.announce(each);
  }

  async #storeIn(transaction: ZoneTransaction, changes: Changes, lastId: number, news: News[]): Promise<void> {
    const rows = [...changes.rows];
    const open = new Map(rows.map((row) => [`${row.deviceKey} ${row.kind} ${row.slot}`, row]));
    let events = 0;
    for (const each of changes.crossings) {
      const { deviceKey, zone } = each;
      if (!this.#kit.isRegistered(deviceKey)) continue;
      await this.#storeCrossing(transaction, each, open.get(`${deviceKey} ${zone.kind} ${zone.slot}`), news);
      events += 1;
      if (events % EVENTS_AT_ONCE === 0) await nextTurn();
    }
    await transaction.saveSeen(changes.seen, lastId);
    await transaction.saveStates(rows.filter((row) => !isNothing(row)));
    await transaction.removeStates(rows.filter(isNothing));
  }

  async #storeCrossing(
    transaction: ZoneTransaction,
    each: ZoneCrossing,
    row: DeviceZone | undefined,
    news: News[],
  ): Promise<void> {
    const { add, recovered } = this.#kit.writing.within(transaction.database);
    const { crossing } = each;
    const over = async (serialno: number, atMs: number): Promise<void> => {
      const event = await recovered(serialno, atMs);
      if (event !== undefined) news.push({ cmd: 'cover', event });
    };
    if (each.zone.kind === 'route' && crossing.inside && row?.openSerialno != null) {
      await over(row.openSerialno, crossing.fix.timeMs);
      row.openSerialno = null;
    }
    const eventCode = codeOf(each);
    if (eventCode === null) return;
    const event = eventOf(each, eventCode);
    const { serialno, fresh } = await add(event);
    if (fresh) {
      this.stored += 1;
      news.push({ cmd: 'new', event: { ...event, serialno } });
    }
    if (eventCode !== code.off || row === undefined) return;
    if (crossing.overMs !== null) await over(serialno, crossing.overMs);
    else row.openSerialno = serialno;
  }
}
