// Where segments go: several folders, filled one after the other or evenly. Knows free space and failures, not what is stored.
import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { errorText } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { localSegments, OPEN_FOLDER, type SegmentStorage } from './segment-storage.ts';
import { join } from 'node:path';

/** capacity: the next folder when one is full. efficacy: always the one that is written to least. */
export type SlotMode = 'capacity' | 'efficacy';
export type Slot = {
  readonly folder: string;
  /** Bytes free beyond the reserve. */
  roomBytes: number;
  /** Of those, what recordings leave to downloads. */
  guestBytes: number;
  /** Segments being written. */
  open: number;
  /** Played from and never written. */
  readOnly: boolean;
  /** Why it cannot be written; null: it can. */
  trouble: string | null;
  retryMs: number;
};

const MEGABYTE = 1024 * 1024;
/** A folder that failed is tried again after so long. */
const RETRY_MS = 10_000;
/** Room that is made before a folder is full, so that recording never waits for it: so much, or what is written in so long. */
const AHEAD_BYTES = 64 * MEGABYTE;
const AHEAD_SECONDS = 15;
/** Downloads are made on the same disk: what is kept free for them, and which part of a small disk that is at most. */
const GUEST_BYTES = 1024 * MEGABYTE;
const GUEST_PART = 0.02;
/** Less room than that is none: a segment would soon end. */
const MIN_ROOM_BYTES = MEGABYTE;
const PROBE_BYTES = 64 * 1024;

/** Which folder the next segment goes to; undefined: none has room. Pure. */
export const chooseSlot = (slots: readonly Slot[], mode: SlotMode, nowMs: number): Slot | undefined => {
  const usable = slots.filter(
    (slot) => !slot.readOnly && (slot.trouble === null || nowMs >= slot.retryMs) && slot.roomBytes >= MIN_ROOM_BYTES,
  );
  if (mode === 'capacity') return usable[0];
  return usable.toSorted((a, b) => a.open - b.open || b.roomBytes - a.roomBytes)[0];
};

/** The file system that a folder lies in; 0 while nobody can look at it. */
export type Space = { fullBytes: number; freeBytes: number };

/** A folder as a slot takes it. `missing`: why there is none, in words; null: there is. */
export type SlotPlace = { folder: string; readOnly: boolean; missing: string | null };

/** A folder that is written to. */
export const writable = (folder: string): SlotPlace => ({ folder, readOnly: false, missing: null });

export type SlotsKit = {
  places: readonly SlotPlace[];
  mode: SlotMode;
  reserveMb: number;
  /** Most that recordings may take in each folder; 0: what the reserve leaves. */
  sizeMb: number;
  clock: Clock;
  log: Log;
  /** Bytes of recordings in a folder. */
  usedBytes: (folder: string) => number;
  /** What all recordings write now. */
  bytesPerSecond?: () => number;
  /** Where finished segments lie; the folders themselves when left out. */
  storage?: SegmentStorage;
  /** Rejects, in words, for a folder that is not the one it was; left out: whatever lies there is taken. */
  checkFolder?: (folder: string, readOnly: boolean) => Promise<void>;
};

const newSlot = ({ folder, readOnly }: SlotPlace): Slot => ({
  folder,
  readOnly,
  roomBytes: 0,
  guestBytes: 0,
  open: 0,
  trouble: null,
  retryMs: 0,
});

export class Slots {
  readonly storage: SegmentStorage;
  private readonly kit: SlotsKit;
  private slots: readonly Slot[] = [];
  private chosenMode: SlotMode;
  private readonly missing = new Map<string, string>();
  private readonly spaces = new Map<string, Space>();
  private readonly recovered = new Set<string>();

  constructor(kit: SlotsKit) {
    this.kit = kit;
    this.storage = kit.storage ?? localSegments;
    this.chosenMode = kit.mode;
    this.use(kit.places, kit.mode);
  }

  get all(): readonly Slot[] {
    return this.slots;
  }

  /** Takes other folders, or the same otherwise, from the next segment on. Look at them then. */
  use(places: readonly SlotPlace[], mode: SlotMode): void {
    this.chosenMode = mode;
    this.missing.clear();
    this.slots = places.map((place) => {
      if (place.missing !== null) this.missing.set(place.folder, place.missing);
      const slot = this.slots.find(({ folder }) => folder === place.folder) ?? newSlot(place);
      slot.readOnly = place.readOnly;
      return slot;
    });
  }

  /** Whether what is written there may go on. */
  mayWrite(slot: Slot): boolean {
    return !slot.readOnly && this.slots.includes(slot);
  }

  isReadOnly(folder: string): boolean {
    return this.slots.some((slot) => slot.readOnly && slot.folder === folder);
  }

  /** Those that are there. */
  readOnlyFolders(): string[] {
    return this.slots.filter((slot) => slot.readOnly && !this.missing.has(slot.folder)).map(({ folder }) => folder);
  }

  /** Whether what lies in a folder can be got at now, also in one that nothing goes to any more. No matter of `trouble`: a full folder has that too. */
  async isThere(folder: string): Promise<boolean> {
    if (!this.storage.inFolders) return true;
    try {
      await this.kit.checkFolder?.(folder, true); // as one that is only read: nothing is made in it
      return (await stat(folder)).isDirectory();
    } catch {
      return false;
    }
  }

  choose(): Slot | undefined {
    return chooseSlot(this.all, this.chosenMode, this.kit.clock.monotonic());
  }

  /** Looks at the disks again. A folder that is not there becomes trouble, one that is back is used again. */
  async look(): Promise<void> {
    await Promise.all(this.all.map((slot) => this.lookAt(slot)));
  }

  /** As it was at the last look. */
  spaceOf({ folder }: Slot): Space {
    return this.spaces.get(folder) ?? { fullBytes: 0, freeBytes: 0 };
  }

  get reserveMb(): number {
    return this.kit.reserveMb;
  }

  get mode(): SlotMode {
    return this.chosenMode;
  }

  /** Room that is made in advance: less where a folder may only hold little. */
  aheadOf({ guestBytes }: Slot): number {
    const { sizeMb, bytesPerSecond = () => 0 } = this.kit;
    const wanted = Math.max(AHEAD_BYTES, AHEAD_SECONDS * bytesPerSecond());
    if (sizeMb === 0) return Math.max(wanted, guestBytes);
    return Math.min(wanted, Math.max(2 * MIN_ROOM_BYTES, (sizeMb * MEGABYTE) / 8));
  }

  inTrouble(): Slot[] {
    return this.all.filter(({ trouble }) => trouble !== null);
  }

  /** The first folder that cannot be written, and why; null: all can. */
  trouble(): string | null {
    const [failed] = this.inTrouble();
    if (failed === undefined) return null;
    const what = failed.readOnly ? 'read from' : 'written to';
    return `recordings cannot be ${what} ${failed.folder}: ${failed.trouble ?? ''}`;
  }

  failed(slot: Slot, error: unknown): void {
    if (slot.trouble === null) this.kit.log.error('recording folder failed', { folder: slot.folder, err: error });
    slot.trouble = errorText(error);
    slot.retryMs = this.kit.clock.monotonic() + RETRY_MS;
  }

  worked(slot: Slot): void {
    if (slot.trouble !== null) {
      this.kit.log.info('recording folder works again', { folder: slot.folder });
      if (!slot.readOnly) this.recovered.add(slot.folder);
    }
    slot.trouble = null;
  }

  /** Folders that work again since this was asked last: what was being written in them when they failed is to be mended. */
  takeRecovered(): string[] {
    const folders = [...this.recovered];
    this.recovered.clear();
    return folders;
  }

  private async lookAt(slot: Slot): Promise<void> {
    const { reserveMb, sizeMb, usedBytes, checkFolder } = this.kit;
    const { readOnly } = slot;
    try {
      const missing = this.missing.get(slot.folder);
      if (missing !== undefined) throw new Error(missing);
      await checkFolder?.(slot.folder, readOnly);
      if (!readOnly) await mkdir(join(slot.folder, OPEN_FOLDER), { recursive: true, mode: 0o700 });
      const { bavail, blocks, bsize } = await statfs(slot.folder);
      this.spaces.set(slot.folder, { fullBytes: blocks * bsize, freeBytes: bavail * bsize });
      slot.guestBytes = Math.min(GUEST_BYTES, GUEST_PART * blocks * bsize);
      const free = bavail * bsize - reserveMb * MEGABYTE;
      slot.roomBytes = sizeMb === 0 ? free : Math.min(free, sizeMb * MEGABYTE - usedBytes(slot.folder));
      await this.tryAgain(slot);
    } catch (error) {
      slot.roomBytes = 0;
      this.spaces.delete(slot.folder);
      this.failed(slot, error);
    }
  }

  /** A folder that failed is well when something can be written to it, also while nothing is recorded. */
  private async tryAgain(slot: Slot): Promise<void> {
    if (slot.trouble === null || this.kit.clock.monotonic() < slot.retryMs) return;
    if (slot.readOnly) return this.worked(slot);
    if (slot.roomBytes < MIN_ROOM_BYTES) return;
    const path = join(slot.folder, OPEN_FOLDER, 'probe');
    await writeFile(path, new Uint8Array(PROBE_BYTES));
    await rm(path, { force: true });
    this.worked(slot);
  }
}
