// Reads the journal of positions for a relay, and keeps how far what it owes reaches: every ten seconds and at the end. Rows
// that are still owed are packed and stay in the journal all the same. After a kill it reads on from there, so that something may be sent twice and nothing is lost.
import type { Bus } from '../../kernel/bus.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { Pace } from '../../kernel/work/pace.ts';
import type { Origin, Reportable } from '../../gateway/index.ts';
import { positionsIn, type TrackJournal } from '../position/index.ts';
import { changesOf, isOwed, neededAfter, type Owed } from './owed.ts';
import type { RelayOwedStore } from './store.ts';

export type OwedJournalKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  journal: Pick<TrackJournal, 'read' | 'rowsAfter' | 'onDeleting'>;
  store: RelayOwedStore;
  /** What `store` has stored by now would outlast a power cut when this resolves. */
  synced: () => Promise<void>;
};
/** Who sends what is read. */
export type Sender = {
  take(deviceKey: number, position: Reportable, origin: Origin): void;
  /** One was given up, since `take` threw. */
  lost(): void;
  /** This row was taken, as far as it is owed. */
  tookRow(row: number, bytes: number): void;
  /** In which row the first waiting position of each device stands. */
  waiting(): Iterable<readonly [deviceKey: number, firstRow: number]>;
};
/** Rows behind `lastId` are owed from the first on. */
type Beginning = { target: string; resumes: boolean; asked: Promise<{ lastId: number; packedId: number }> };

/** Commits come many times a second: a look takes what has gathered. */
const GATHER_MS = 100;
/** Without a hint: after a failure, and should a hint be lost. */
const LOOK_MS = 5000;
/** What waits no longer than this is not written; it is read again after a kill. */
const SAVE_MS = 10_000;
/** Rows of a minute: where a device is stored that far behind, it is written again. */
const STEP_ROWS = 1500;
const NOTHING: Owed = { cursor: 0, devices: new Map() };

export class OwedJournal {
  readonly #kit: OwedJournalKit;
  readonly #sender: Sender;
  readonly #turn = new InTurn();
  /** Null: off. */
  #beginning: Beginning | null = null;
  /** Null: it has not begun, and what is stored may say more. */
  #stored: Owed | null = null;
  #read = 0;
  /** What was read when it was saved last: the cursor of the next time. */
  #marked = 0;
  /** What stands in rows up to this one came while nobody could be reached. */
  #lateTo = 0;
  #ends: (() => void)[] = [];
  #timers: Timer[] = [];
  #gathering: Timer | null = null;
  #failing = false;
  #saidLost = false;

  constructor(kit: OwedJournalKit, sender: Sender) {
    this.#kit = kit;
    this.#sender = sender;
    kit.journal.onDeleting(() => this.#needed());
  }

  /**
   * Null: off, and nothing is owed. `resumes`: what is stored for this target is still owed; otherwise what is reported from now on.
   * Resolves when what is owed was read, or could not be, which is logged and tried again.
   */
  aim(target: string | null, { resumes }: { resumes: boolean }): Promise<void> {
    this.#stop();
    this.#stored = null;
    if (target === null) return this.#attempt(() => this.#kit.store.clear());
    this.#beginning = { target, resumes, asked: this.#asked() };
    const { bus, clock } = this.#kit;
    this.#ends = [bus.subscribe('positions.journaled', () => this.#gather())];
    this.#timers = [
      clock.every(LOOK_MS, () => void this.#look()),
      clock.every(SAVE_MS, () => void this.#attempt(() => this.#save(this.#marked, STEP_ROWS))),
    ];
    return this.#look();
  }

  /** What waits now is stored exactly. */
  async close(): Promise<void> {
    const beginning = this.#beginning;
    this.#stop();
    this.#beginning = beginning; // who packs still asks
    await this.#attempt(() => this.#save(this.#read, 0));
  }

  #stop(): void {
    for (const end of this.#ends.splice(0)) end();
    for (const timer of this.#timers.splice(0)) timer.cancel();
    this.#gathering?.cancel();
    this.#gathering = null;
    this.#beginning = null;
  }

  #asked(): Beginning['asked'] {
    const asked = this.#kit.journal.read();
    asked.catch(() => undefined); // who begins sees it
    return asked;
  }

  #gather(): void {
    this.#gathering ??= this.#kit.clock.after(GATHER_MS, () => {
      this.#gathering = null;
      void this.#look();
    });
  }

  #look(): Promise<void> {
    const beginning = this.#beginning;
    return this.#attempt(async () => {
      if (beginning === null || this.#isOver(beginning)) return;
      await this.#begin(beginning);
      await this.#follow(beginning);
      this.#failing = false;
    });
  }

  #attempt(action: () => Promise<void>): Promise<void> {
    return this.#turn.attempt(action, (err) => {
      if (!this.#failing) this.#kit.log.error('what a relay owes is not read or kept, tried again later', { err });
      this.#failing = true;
    });
  }

  #isOver(beginning: Beginning): boolean {
    return this.#beginning !== beginning || this.#timers.length === 0;
  }

  async #begin(beginning: Beginning): Promise<void> {
    if (this.#stored !== null) return;
    const { target, resumes } = beginning;
    const { lastId, packedId } = await beginning.asked.catch(async () => {
      beginning.asked = this.#asked();
      return beginning.asked;
    });
    const kept = resumes ? await this.#kit.store.read(target) : null;
    if (this.#isOver(beginning)) return;
    let owed = kept ?? { ...NOTHING, cursor: lastId };
    if (owed.cursor > lastId) {
      this.#kit.log.warn('the journal of positions is older than what a relay owes of it', {
        owed: owed.cursor,
        lastId,
      });
      owed = { ...NOTHING, cursor: lastId };
    }
    if (owed !== kept) await this.#kit.store.begin(target, owed.cursor);
    if (this.#isOver(beginning)) return;
    if (neededAfter(owed) < packedId)
      this.#kit.log.warn('positions that a relay owes are packed already', { owed: neededAfter(owed), packedId });
    this.#lateTo = kept === null ? 0 : lastId;
    this.#read = neededAfter(owed);
    this.#marked = this.#read;
    this.#stored = owed;
  }

  async #follow(beginning: Beginning): Promise<void> {
    const { clock, journal } = this.#kit;
    const stored = this.#stored;
    if (stored === null) return;
    const pace = new Pace(clock);
    while (!this.#isOver(beginning)) {
      const rows = await journal.rowsAfter(this.#read);
      if (rows.length === 0) return;
      for (const row of rows) {
        const origin = { row: row.id, isLate: row.id <= this.#lateTo };
        for (const { deviceKey, position } of positionsIn(row, (key) => isOwed(stored, key, row.id))) {
          if (this.#isOver(beginning)) return;
          this.#give(deviceKey, position, origin);
          await pace.rest();
        }
        if (this.#isOver(beginning)) return;
        this.#read = row.id;
        this.#sender.tookRow(row.id, row.data.length);
      }
    }
  }

  /** A boundary: one position that nobody can pass on would keep its row, and all behind it, from being read for good. */
  #give(...taken: Parameters<Sender['take']>): void {
    try {
      this.#sender.take(...taken);
    } catch (err) {
      this.#sender.lost();
      if (!this.#saidLost) this.#kit.log.error('a position cannot be passed on', { deviceKey: taken[0], err });
      this.#saidLost = true;
    }
  }

  /** Each step leaves what is stored true: at worst it says too much. */
  async #save(cursor: number, step: number): Promise<void> {
    const { store } = this.#kit;
    const { target } = this.#beginning ?? {};
    this.#marked = this.#read;
    const stored = this.#stored;
    if (stored === null || target === undefined || cursor < stored.cursor) return;
    const devices = new Map(stored.devices);
    const { owing, settled } = changesOf(stored, this.#sender.waiting(), { cursor, step });
    const keep = (kept: Owed): void => {
      if (this.#stored !== null) this.#stored = kept; // else it aims somewhere else by now
    };
    await store.owe(owing);
    for (const { deviceKey, journalId } of owing) devices.set(deviceKey, journalId);
    keep({ cursor: stored.cursor, devices });
    if (cursor !== stored.cursor) await store.moveCursor(target, cursor);
    keep({ cursor, devices });
    await store.removeDevices(settled);
    const behind = new Map(devices);
    for (const deviceKey of settled) behind.delete(deviceKey);
    keep({ cursor, devices: behind });
  }

  /** The row behind which the journal must stay as it is; null: none is needed. */
  async #needed(): Promise<number | null> {
    if (this.#beginning === null) return null;
    if (this.#stored === null) return 0;
    const needed = neededAfter(this.#stored);
    try {
      await this.#kit.synced();
      return needed;
    } catch {
      return 0; // nothing is deleted: a power cut might take back what is stored
    }
  }
}
