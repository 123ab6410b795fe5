// Which recordings devices say they have: asked once for everybody who asks the same, remembered for a short while, bounded. What of an
// answer cannot change any more is not asked for again.
import type { DeviceRecord, LinkRegistry } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';

export type RecordListsKit = { clock: Clock; links: LinkRegistry };
/** `channel` 0: every channel. UTC ms. */
export type RecordQuestion = { deviceKey: number; channel: number; fromMs: number; toMs: number; fresh?: boolean };

/** `incomplete`: the device says that it has more than it listed. */
export type RecordList = { records: readonly DeviceRecord[]; incomplete: boolean };

type Entry = {
  question: RecordQuestion;
  list: Promise<RecordList>;
  /** Of the answer. On the steady clock, until it comes: of the question. */
  atMs: number;
  /** What came, over which link; undefined: nothing yet. */
  heard: { records: readonly DeviceRecord[]; link: unknown; sinceMs: number; settledMs: number } | undefined;
};
/** The part of an answer that is good for another question. */
type Settled = NonNullable<Entry['heard']>;

/** A recording that goes on changes the list. */
const REMEMBERED_MS = 60_000;
/** What is older than a recorder's files are long stays as it is, until the card is taken out or overwritten. */
const SETTLED_AFTER_MS = 1_800_000;
const SETTLED_LASTS_MS = 600_000;
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
  async ask(question: RecordQuestion): Promise<RecordList> {
    const { deviceKey, channel, fromMs, toMs } = question;
    const name = `${deviceKey} ${channel} ${fromMs} ${toMs}`;
    const known = this.entries.get(name);
    const nowMs = this.kit.clock.monotonic();
    if (known !== undefined && question.fresh !== true && nowMs - known.atMs < REMEMBERED_MS) return known.list;
    const settled = question.fresh === true ? undefined : this.settledFor(question, nowMs);
    if (settled !== undefined && settled.settledMs >= toMs)
      return { records: within(settled.records, question), incomplete: false };
    const link: unknown = this.kit.links.get(deviceKey);
    const entry: Entry = { question, list: this.askRest(question, settled), atMs: nowMs, heard: undefined };
    this.remember(name, entry);
    try {
      const list = await entry.list;
      const { clock } = this.kit;
      entry.atMs = clock.monotonic();
      const settledMs = Math.min(toMs, Math.floor((clock.now() - SETTLED_AFTER_MS) / 1000) * 1000);
      // What a list lacks may lie anywhere in it: it is no answer to another question.
      if (!list.incomplete)
        entry.heard = { records: list.records, link, sinceMs: settled?.sinceMs ?? entry.atMs, settledMs };
      return list;
    } catch (error) {
      if (this.entries.get(name) === entry) this.entries.delete(name);
      throw error;
    }
  }

  /** What the device said before is asked for again. */
  forget(deviceKey: number): void {
    for (const [name, { question }] of this.entries) if (question.deviceKey === deviceKey) this.entries.delete(name);
  }

  metrics(): Record<string, number> {
    return { record_questions: [...this.waiting.values()].reduce((sum, count) => sum + count, 0) };
  }

  /** The answer with the most that cannot have changed since: over the same link, some minutes old at most. */
  private settledFor({ deviceKey, channel, fromMs }: RecordQuestion, nowMs: number): Settled | undefined {
    const link: unknown = this.kit.links.get(deviceKey);
    let best: Settled | undefined;
    for (const { question, heard } of this.entries.values()) {
      const covers =
        question.deviceKey === deviceKey &&
        (question.channel === 0 || question.channel === channel) &&
        question.fromMs <= fromMs;
      if (!covers || heard === undefined || link === undefined || heard.link !== link) continue;
      if (nowMs - heard.sinceMs >= SETTLED_LASTS_MS || heard.settledMs <= fromMs) continue;
      if (best === undefined || heard.settledMs > best.settledMs) best = heard;
    }
    return best;
  }

  /** Asks for what may be new only; a recording that goes over the border comes as it is now. */
  private async askRest(question: RecordQuestion, settled: Settled | undefined): Promise<RecordList> {
    if (settled === undefined) return this.askDevice(question);
    const { records: newer, incomplete } = await this.askDevice({ ...question, fromMs: settled.settledMs });
    const known = new Set(newer.map(nameOf));
    const older = within(settled.records, { ...question, toMs: settled.settledMs });
    const records = [...older.filter((record) => !known.has(nameOf(record))), ...newer].toSorted(
      (a, b) => a.startMs - b.startMs || a.channel - b.channel,
    );
    return { records, incomplete };
  }

  private async askDevice({ deviceKey, channel, fromMs, toMs }: RecordQuestion): Promise<RecordList> {
    const link = this.kit.links.get(deviceKey);
    if (link === undefined) throw deviceOffline();
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

const within = (
  records: readonly DeviceRecord[],
  { channel, fromMs, toMs }: Pick<RecordQuestion, 'channel' | 'fromMs' | 'toMs'>,
): readonly DeviceRecord[] =>
  records.filter(
    (record) => (channel === 0 || record.channel === channel) && record.startMs < toMs && record.endMs > fromMs,
  );

/** A file that is still written has the same name before and after. */
const nameOf = ({ channel, startMs, kind, stream, storage }: DeviceRecord): string =>
  [channel, startMs, kind, stream, storage].join(' ');
