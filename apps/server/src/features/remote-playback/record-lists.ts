// Which recordings devices say they have: asked once for everybody who asks the same, remembered for a short while, bounded.
import type { DeviceRecord, LinkRegistry } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';

export type RecordListsKit = { clock: Clock; links: LinkRegistry };
/** `channel` 0: every channel. UTC ms. */
export type RecordQuestion = { deviceKey: number; channel: number; fromMs: number; toMs: number; fresh?: boolean };

type Entry = { records: Promise<readonly DeviceRecord[]>; atMs: number };

/** A recording that goes on changes the list; an older day does not, but the card may be taken out. */
const REMEMBERED_MS = 60_000;
const MAX_ENTRIES = 64;
/** Questions to one device at a time: each may take a minute. */
const MAX_WAITING = 4;

export class RecordLists {
  private readonly kit: RecordListsKit;
  private readonly entries = new Map<string, Entry>();
  private readonly waiting = new Map<number, number>();

  constructor(kit: RecordListsKit) {
    this.kit = kit;
  }

  /**
   * Rejects with AppError: `device_offline`, `device_timeout`, `device_refused`, and `limit_reached` while too many questions wait for
   * this device.
   */
  async ask(question: RecordQuestion): Promise<readonly DeviceRecord[]> {
    const { deviceKey, channel, fromMs, toMs } = question;
    const name = `${deviceKey} ${channel} ${fromMs} ${toMs}`;
    const known = this.entries.get(name);
    const nowMs = this.kit.clock.monotonic();
    if (known !== undefined && question.fresh !== true && nowMs - known.atMs < REMEMBERED_MS) return known.records;
    const entry: Entry = { records: this.askDevice(question), atMs: nowMs };
    this.remember(name, entry);
    try {
      const records = await entry.records;
      entry.atMs = this.kit.clock.monotonic();
      return records;
    } catch (error) {
      if (this.entries.get(name) === entry) this.entries.delete(name);
      throw error;
    }
  }

  metrics(): Record<string, number> {
    return { record_questions: [...this.waiting.values()].reduce((sum, count) => sum + count, 0) };
  }

  private async askDevice({ deviceKey, channel, fromMs, toMs }: RecordQuestion): Promise<readonly DeviceRecord[]> {
    const link = this.kit.links.get(deviceKey);
    if (link === undefined) throw new AppError('device_offline', 'The device is offline');
    const before = this.waiting.get(deviceKey) ?? 0;
    if (before >= MAX_WAITING)
      throw new AppError('limit_reached', 'Other questions about its recordings wait for this device: try again later');
    this.waiting.set(deviceKey, before + 1);
    try {
      return await link.listRecords({ channel, fromMs, toMs, stream: 'any' });
    } finally {
      const left = (this.waiting.get(deviceKey) ?? 1) - 1;
      if (left > 0) this.waiting.set(deviceKey, left);
      else this.waiting.delete(deviceKey);
    }
  }

  private remember(name: string, entry: Entry): void {
    this.entries.delete(name);
    this.entries.set(name, entry);
    const oldest = this.entries.keys().next().value;
    if (this.entries.size > MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest);
  }
}
