// Positions of the fleet to another platform: a link for each device, as if it had dialled in there itself. What waits is bounded here; what of it
// outlasts this process is kept by owed-journal.ts.
import {
  canBeTerminal,
  type KeptCode,
  type Origin,
  type OutgoingCounts,
  OutgoingLink,
  type Reportable,
} from '../../gateway/index.ts';
import type { Timer } from '../../kernel/clock.ts';
import type { Target } from './heartbeat-relay.ts';
import { HeldJournal } from './owed.ts';
import { OwedJournal, type OwedJournalKit } from './owed-journal.ts';
import type { RelayCodeStore } from './store.ts';

export type RelayedDevice = { deviceId: string; plate: string; online: boolean };
/** What waits over all devices at most: positions, their bytes in memory, and bytes of the journal from the oldest of them on. */
export type RelayBounds = { positions: number; bytes: number; journalBytes: number };
export type GpsRelayKit = OwedJournalKit & {
  codes: Pick<RelayCodeStore, 'read' | 'save'>;
  /** Undefined: nobody registered it, and it is not relayed. */
  deviceOf: (deviceKey: number) => RelayedDevice | undefined;
  bounds?: RelayBounds;
};

const TICK_MS = 1000;
/** A platform that was restarted gets its fleet back in pieces. */
const DIALS_AT_ONCE = 100;
/** An hour of 1,200 reports a second is as much of the journal. */
const BOUNDS: RelayBounds = { positions: 500_000, bytes: 100_000_000, journalBytes: 256_000_000 };
/** Where too much waits, so much of what stands between the oldest and the newest row is given up at once. */
const DROPPED_PART = 64;
const TOO_MANY = 'Too many positions wait.';
const NOTHING: OutgoingCounts = { sent: 0, dropped: 0, waiting: 0, waitingBytes: 0 };

export class GpsRelay {
  trouble = '';
  readonly counts: OutgoingCounts = { ...NOTHING };
  readonly #kit: GpsRelayKit;
  readonly #bounds: RelayBounds;
  readonly #links = new Map<number, OutgoingLink>();
  readonly #owed: OwedJournal;
  readonly #held: HeldJournal;
  /** Undefined: since the start nobody has said where to. */
  #target: Target | null | undefined;
  #end: (() => void) | null = null;
  #timer: Timer | null = null;
  #newestRow = 0;

  constructor(kit: GpsRelayKit) {
    this.#kit = kit;
    this.#bounds = kit.bounds ?? BOUNDS;
    this.#held = new HeldJournal(this.#bounds.journalBytes);
    this.#owed = new OwedJournal(kit, {
      take: (...taken) => this.#take(...taken),
      lost: () => void (this.counts.dropped += 1),
      tookRow: (row, bytes) => this.#tookRow(row, bytes),
      waiting: () => this.#firstRows(),
    });
  }

  /**
   * Null: off. What waits for another address than this is dropped, and the counters start at 0. After a start what is owed from before is
   * sent.
   */
  aim(target: Target | null): void {
    const before = this.#target;
    if (before && target && before.host === target.host && before.port === target.port) return;
    this.#target = target;
    this.#endLinks();
    Object.assign(this.counts, NOTHING);
    this.trouble = '';
    void this.#owed.aim(target && `${target.host}:${target.port}`, { resumes: before === undefined });
    if (target === null) return;
    const { bus, clock } = this.#kit;
    this.#end = bus.subscribe('device.gone', ({ deviceKey }) => this.#endLink(deviceKey));
    this.#timer = clock.every(TICK_MS, () => this.#tick());
  }

  state() {
    let connected = 0;
    for (const link of this.#links.values()) if (link.isReady) connected += 1;
    const { waiting, sent, dropped } = this.counts;
    return { connected, waiting, sent, dropped, trouble: this.trouble };
  }

  async close(): Promise<void> {
    await this.#owed.close();
    this.#endLinks();
  }

  #endLinks(): void {
    this.#end?.();
    this.#end = null;
    this.#timer?.cancel();
    for (const link of this.#links.values()) link.close();
    this.#links.clear();
    this.#held.clear();
  }

  #take(deviceKey: number, position: Reportable, origin: Origin): void {
    const device = this.#kit.deviceOf(deviceKey);
    if (device === undefined) return;
    if (!canBeTerminal(device.deviceId)) {
      this.counts.dropped += 1;
      this.trouble = `${device.deviceId} is no number of a terminal.`;
      return;
    }
    this.#newestRow = origin.row;
    this.#linkOf(deviceKey, device)?.push(position, origin);
    const { positions, bytes } = this.#bounds;
    if (this.counts.waiting > positions || this.counts.waitingBytes > bytes) this.#dropOldest();
  }

  #linkOf(deviceKey: number, device: RelayedDevice): OutgoingLink | undefined {
    const known = this.#links.get(deviceKey);
    const target = this.#target;
    if (known !== undefined || !target) return known;
    const tell = (trouble: string): void => {
      this.trouble = trouble;
    };
    const kit = { clock: this.#kit.clock, target, counts: this.counts, tell, code: this.#codeOf(deviceKey, target) };
    const link = new OutgoingLink(kit, device);
    this.#links.set(deviceKey, link);
    return link;
  }

  #codeOf(deviceKey: number, { host, port }: Target): KeptCode {
    const { codes, log } = this.#kit;
    const target = `${host}:${port}`;
    return {
      read: () => codes.read(deviceKey, target),
      // Without it the device is registered once more, which another platform may refuse.
      keep: (authCode) =>
        void codes
          .save({ deviceKey, target, authCode })
          .catch((err: unknown) => log.error('the code of another platform was not stored', { err, target })),
    };
  }

  #tick(): void {
    const nowMs = this.#kit.clock.monotonic();
    let dialling = 0;
    for (const [deviceKey, link] of this.#links) {
      const device = this.#kit.deviceOf(deviceKey);
      link.tick(nowMs, device?.online === true);
      if (link.isDialling) dialling += 1;
      if (link.isOver || device === undefined) this.#endLink(deviceKey);
    }
    for (const link of this.#links.values()) {
      if (dialling >= DIALS_AT_ONCE) break;
      if (!link.wantsToDial(nowMs)) continue;
      link.dial();
      dialling += 1;
    }
    this.#releaseJournal();
  }

  #tookRow(row: number, bytes: number): void {
    this.#newestRow = row;
    this.#held.read(row, bytes);
  }

  *#firstRows(): Generator<readonly [number, number]> {
    for (const [deviceKey, { firstRow }] of this.#links) if (firstRow !== undefined) yield [deviceKey, firstRow];
  }

  /** The oldest row that something waits in; the newest where nothing waits. */
  #oldestRow(): number {
    let oldest = this.#newestRow;
    for (const [, row] of this.#firstRows()) oldest = Math.min(oldest, row);
    return oldest;
  }

  #dropOldest(): void {
    const oldest = this.#oldestRow();
    this.#dropUpTo(oldest + Math.floor((this.#newestRow - oldest) / DROPPED_PART));
  }

  #releaseJournal(): void {
    this.#held.release(this.#oldestRow() - 1);
    const row = this.#held.tooMuch();
    if (row !== null) this.#dropUpTo(row);
  }

  #dropUpTo(row: number): void {
    this.trouble = TOO_MANY;
    for (const link of this.#links.values()) link.dropUpTo(row);
  }

  #endLink(deviceKey: number): void {
    this.#links.get(deviceKey)?.close();
    this.#links.delete(deviceKey);
  }
}
