// Removes what is too old or too much: by the days of each device, by the room of each folder. Never what is protected. What is too old
// stays while the clock has just been set, or the server just started: one that is years ahead would cost everything.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { steadiness } from '../../kernel/steady-clock.ts';
import { Pace } from '../../kernel/work/pace.ts';
import { DAY_MS } from './minutes.ts';
import type { RecordSettings } from '../device/index.ts';
import { keptDays } from './plan.ts';
import type { Slot, Slots } from './slots.ts';
import { BEFORE_ALL, type RetiredPlace } from './store/forgetting.ts';
import type { RecordingStore, SegmentRow } from './store.ts';

export type RetentionKit = {
  store: RecordingStore;
  clock: Clock;
  log: Log;
  slots: Slots;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
  /** For devices that say nothing else; 0: until their room is wanted. */
  days: () => number;
  settingsOf: (deviceKey: number) => RecordSettings;
  removed: (slot: string, bytes: number) => void;
};

const BATCH = 200;
/** Where room is wanted the date is no matter: a clock that was ahead has left recordings of days to come, and they go last. */
const WHENEVER_MS = Number.MAX_SAFE_INTEGER;

/** Takes rows and files away, in an order that a kill in between leaves explicable. */
const createRemoval = (kit: RetentionKit) => {
  const { store, log, slots, synced } = kit;

  /** Of the folders of these those that are there. In one that is not, a file that is still on its disk would be taken as removed. */
  const foldersOf = async (rows: readonly SegmentRow[]): Promise<ReadonlySet<string>> => {
    const there = new Set<string>();
    for (const folder of new Set(rows.map(({ slot }) => slot)))
      // oxlint-disable-next-line no-await-in-loop -- a handful
      if (await slots.isThere(folder)) there.add(folder);
    return there;
  };

  const finish = async (rows: readonly SegmentRow[]): Promise<SegmentRow[]> => {
    if (rows.length > 0) await synced(); // the rows say that these go, also after a power cut
    const there = await foldersOf(rows);
    const gone: SegmentRow[] = [];
    const left: { path: string; err: unknown }[] = [];
    for (const row of rows) {
      // It goes once the slot is back, or may be written again.
      if (!there.has(row.slot) || slots.isReadOnly(row.slot)) continue;
      try {
        // oxlint-disable-next-line no-await-in-loop -- thousands of removals at once would keep everything else from the disk
        await slots.storage.remove(row.slot, row.path);
        gone.push(row);
      } catch (err) {
        left.push({ path: row.path, err });
      }
    }
    await store.retired(gone);
    // Counted when their rows say so: those whose rows do not are removed once more.
    for (const { slot, bytes } of gone) kit.removed(slot, bytes);
    const [first] = left;
    if (first !== undefined)
      log.error('old recordings not removed, tried again later', { ...first, count: left.length });
    return gone;
  };

  const mark = (rows: readonly SegmentRow[], reason: string): Promise<void> =>
    store.retiring(
      rows.map(({ id }) => id),
      reason,
    );

  const retire = async (rows: readonly SegmentRow[], reason: string): Promise<number> => {
    if (rows.length === 0) return 0;
    await mark(rows, reason);
    const gone = await finish(rows);
    // On a full disk that is every few seconds; the rows keep the reason.
    log.debug('recordings retired', { segments: gone.length, reason });
    return gone.reduce((sum, { bytes }) => sum + bytes, 0);
  };

  return { finish, mark, retire };
};

/** What goes on with removals that were begun. */
const createResuming = ({ store }: RetentionKit, finish: ReturnType<typeof createRemoval>['finish']) => {
  let place = BEFORE_ALL;
  return {
    /** A batch of them. What cannot go now does not keep the rest from its turn: each time looks at what is behind. */
    async tryAgain(): Promise<void> {
      const rows = await store.nextRetiring(place, BATCH);
      const last = rows.at(-1);
      place = last === undefined || rows.length < BATCH ? BEFORE_ALL : { endMs: last.endMs, id: last.id };
      await finish(rows);
    },

    /** Ends them: those of an operator, or of before a kill. */
    async resume(): Promise<void> {
      for (let last: RetiredPlace | undefined = BEFORE_ALL; last !== undefined;) {
        // oxlint-disable-next-line no-await-in-loop -- a batch, then time for others
        const rows: SegmentRow[] = await store.nextRetiring(last, BATCH);
        await finish(rows); // oxlint-disable-line no-await-in-loop
        last = rows.at(-1);
        await nextTurn(); // oxlint-disable-line no-await-in-loop -- also behind rows that cannot go yet, for which no disk is waited
      }
    },
  };
};

/** Of each device what is older than its days, at most a batch. Removed together: each removal waits for the disk. */
const removeOld = async (kit: RetentionKit, { mark, finish }: ReturnType<typeof createRemoval>): Promise<void> => {
  const { store, clock, slots } = kit;
  const nowMs = clock.now();
  const pace = new Pace(clock); // thousands of devices, and a look into the index for each
  let marked: SegmentRow[] = [];
  for await (const deviceKey of store.devices()) {
    const days = keptDays(kit.settingsOf(deviceKey), kit.days());
    const beforeMs = nowMs - days * DAY_MS;
    const asked = { deviceKeys: [deviceKey], not: slots.readOnlyFolders(), beforeMs, nowMs, limit: BATCH };
    const rows = days > 0 ? await store.retirable(asked) : [];
    if (rows.length > 0) await mark(rows, `older than ${days} days`);
    marked.push(...rows);
    if (marked.length >= BATCH) {
      await finish(marked);
      marked = [];
    }
    await pace.rest();
  }
  await finish(marked);
};

/** The first of them that together have so many bytes. */
const worth = (bytes: number, rows: readonly SegmentRow[]): SegmentRow[] => {
  let missing = bytes;
  return rows.filter((row) => {
    missing -= row.bytes;
    return missing + row.bytes > 0;
  });
};

export const createRetention = (kit: RetentionKit) => {
  const { store, clock, slots } = kit;
  const removal = createRemoval(kit);
  const { finish, retire } = removal;
  const resuming = createResuming(kit, finish);
  const readOnly = (): string[] => slots.readOnlyFolders();
  const isSteady = steadiness(clock);

  const oldestOf = (among: { deviceKeys?: readonly number[]; slots?: readonly string[] }) =>
    store.retirable({ ...among, not: readOnly(), beforeMs: WHENEVER_MS, nowMs: clock.now(), limit: BATCH });

  /** Removes the oldest of these folders until one of them has the room it should have. */
  const makeRoom = async (slot: Slot, among: readonly Slot[]): Promise<void> => {
    const oldest = await oldestOf({ slots: among.map(({ folder }) => folder) });
    const target = among.find(({ folder }) => folder === oldest[0]?.slot) ?? slot;
    let missing = slots.aheadOf(target) - target.roomBytes;
    const chosen = oldest.filter((row) => {
      const wanted = missing > 0;
      if (row.slot === target.folder) missing -= row.bytes;
      return wanted && row.slot === target.folder;
    });
    target.roomBytes += await retire(chosen, 'the folder was full');
  };

  /** Looks at the folders. Filling one after the other, old recordings go only when no folder has room; spreading, each folder makes its own. */
  const bySize = async (): Promise<void> => {
    await slots.look();
    const reachable = slots.all.filter((slot) => slot.trouble === null && !slot.readOnly);
    const [first] = reachable;
    const needy = reachable.filter((slot) => slot.roomBytes < slots.aheadOf(slot));
    if (slots.mode === 'efficacy') {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the disk has time for the rest
      for (const slot of needy) await makeRoom(slot, [slot]);
    } else if (first !== undefined && needy.length === reachable.length) await makeRoom(first, reachable);
  };

  /** Devices that together may only take so much: the oldest of them goes. */
  const bounds: { deviceKeys: readonly number[]; maxBytes: number }[] = [];
  const byBound = async (): Promise<void> => {
    for (const { deviceKeys, maxBytes } of bounds) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the disk has time for the rest
      const tooMuch = (await store.usageOf(deviceKeys)) - maxBytes;
      // oxlint-disable-next-line no-await-in-loop
      const chosen = tooMuch > 0 ? worth(tooMuch, await oldestOf({ deviceKeys })) : [];
      // oxlint-disable-next-line no-await-in-loop
      await retire(chosen, 'more than these devices may take');
    }
  };

  return {
    /** Removes these, and gives how many bytes are free by that. */
    removeFetched: (rows: readonly SegmentRow[]): Promise<number> => retire(rows, 'more than fetched footage may take'),
    bound: (deviceKeys: readonly number[], maxBytes: number): void => void bounds.push({ deviceKeys, maxBytes }),
    resume: (): Promise<void> => resuming.resume(),
    /** What the folders need now; more often than the rest, because a full disk is the usual one. */
    keepRoom: bySize,
    /** Each minute, in turn with the others. */
    run: async (): Promise<void> => {
      await resuming.tryAgain();
      if (isSteady()) await removeOld(kit, removal);
      await byBound();
      await bySize();
    },
  };
};
