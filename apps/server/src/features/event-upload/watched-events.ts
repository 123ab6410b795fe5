// Events whose files changed are looked at: what of them is to be uploaded, goes to the desk. What found no place there is looked at again.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { UploadDesk } from './desk.ts';
import type { UploadStore } from './store.ts';
import { type UploadedEvent, type UploadPlan, uploadsOf } from './wanted.ts';

export type WatchKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  /** '' for one that is not registered any more. */
  idOf: (deviceKey: number) => string;
  event: (serialno: number) => Promise<UploadedEvent | undefined>;
  files: {
    list(asked: {
      eventSerials?: number[];
      limit: number;
    }): Promise<{ id: number; name: string; eventSerial: number | null }[]>;
  };
  /** Where files of such an event go; undefined: nowhere. */
  planFor: (deviceKey: number, code: number) => UploadPlan | undefined;
  /** Whether any plan has files uploaded. */
  isPlanned: () => boolean;
};

const FILES_OF_EVENT = 50;
/** Looked at again at the start: a hint may have been lost with the process. */
const NEWEST_FILES = 500;
/** Events that wait to be looked at. */
const MAX_HINTS = 10_000;
/** Events that found no place at the desk; of more than these the newest are found at the next start. */
const MAX_LEFT_OUT = 10_000;
const AGAIN_MS = 60_000;

export class WatchedEvents {
  readonly #kit: WatchKit;
  readonly #desk: Pick<UploadDesk, 'add' | 'places'>;
  readonly #known: UploadStore['known'];
  readonly #turn = new InTurn();
  readonly #waiting = new Set<number>();
  readonly #leftOut = new Set<number>();
  readonly #end: (() => void)[];

  constructor(kit: WatchKit, desk: Pick<UploadDesk, 'add' | 'places'>, known: UploadStore['known']) {
    this.#kit = kit;
    this.#desk = desk;
    this.#known = known;
    const again = kit.clock.every(AGAIN_MS, () => this.#lookAgain());
    this.#end = [kit.bus.subscribe('event.files', ({ serialno }) => this.#hint(serialno)), () => again.cancel()];
  }

  async start(): Promise<void> {
    if (!this.#kit.isPlanned()) return;
    const files = await this.#kit.files.list({ limit: NEWEST_FILES });
    for (const { eventSerial } of files) if (eventSerial !== null) this.#hint(eventSerial);
  }

  async close(): Promise<void> {
    for (const end of this.#end) end();
    await this.#turn.idle();
  }

  #hint(serialno: number): void {
    if (!this.#kit.isPlanned() || this.#waiting.has(serialno)) return;
    if (this.#waiting.size >= MAX_HINTS) return this.#leaveOut(serialno);
    this.#waiting.add(serialno);
    void this.#turn.attempt(
      async () => {
        await this.#look(serialno);
        await nextTurn(); // thousands may wait, and a database in the process answers in the same one
      },
      (err) => {
        this.#waiting.delete(serialno);
        this.#kit.log.error('files of an event not looked at for uploading', { serialno, err });
      },
    );
  }

  async #look(serialno: number): Promise<void> {
    const { event: find, planFor, files: store, idOf, clock } = this.#kit;
    this.#waiting.delete(serialno);
    const event = await find(serialno);
    const plan = event && planFor(event.deviceKey, event.code);
    if (event === undefined || plan === undefined) return;
    const files = await store.list({ eventSerials: [serialno], limit: FILES_OF_EVENT });
    const sent = await this.#known(
      files.map(({ id }) => id),
      plan.target,
    );
    const fresh = files.filter(({ id }) => !sent.has(id)).toReversed();
    const about = { deviceId: idOf(event.deviceKey), nowMs: clock.now() };
    const all = await this.#desk.add(uploadsOf(plan, event, fresh, about));
    if (!all) this.#leaveOut(serialno);
  }

  #leaveOut(serialno: number): void {
    if (this.#leftOut.size < MAX_LEFT_OUT) this.#leftOut.add(serialno);
  }

  /** The oldest first, as many as there are places: each has one file at least. */
  #lookAgain(): void {
    for (const serialno of [...this.#leftOut].slice(0, this.#desk.places)) {
      this.#leftOut.delete(serialno);
      this.#hint(serialno);
    }
  }
}
