// Q09: how much of a day the links of devices stood, or how much room their recordings take.
import { AppError, q09Usage } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { assertNotBefore } from '../../kernel/access/lookback.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import type { DayShares } from './shares.ts';

export type UsageCommandKit = {
  usage: { sharesOf(deviceKeys: readonly number[], fromMs: number, toMs: number): Promise<DayShares> };
  devices: { visible(caller: Caller): { key: number; id: string }[] };
  /** What the recordings of each device take, in bytes. */
  recordedBytes: () => Promise<{ deviceKey: number; bytes: number }[]>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** On which clocks are set back. */
const LONGEST_DAY_MS = DAY_MS + HOUR_MS;

/** A millionth of a day is a tenth of a second. */
const rounded = (share: number): number => Math.round(share * 1e6) / 1e6;

type Span = { B?: number | undefined; E?: number | undefined };

const answerOf =
  ({ usage, devices, recordedBytes }: UsageCommandKit) =>
  async (caller: Caller, { B: fromMs, E }: Span) => {
    const seen = devices.visible(caller);
    if (fromMs === undefined) {
      const bytes = new Map((await recordedBytes()).map((row) => [row.deviceKey, row.bytes]));
      return { Z: seen.map(({ key, id }) => `${id}:${bytes.get(key) ?? 0}`) };
    }
    const toMs = E ?? fromMs + DAY_MS;
    if (toMs <= fromMs) throw new AppError('invalid', 'E: must be after B');
    if (toMs - fromMs > LONGEST_DAY_MS) throw new AppError('invalid', 'E: at most 25 hours after B');
    assertNotBefore(caller, fromMs);
    const { shares, overall } = await usage.sharesOf(
      seen.map(({ key }) => key),
      fromMs,
      toMs,
    );
    const Z = seen.map(({ key, id }) => `${id}:${rounded(shares.get(key) ?? 0)}`);
    return { Z, ...(overall !== null && { A: rounded(overall) }) };
  };

/** One at a time for each account. */
export const usageCommands = (kit: UsageCommandKit): CommandHandler[] => {
  const turns = new InTurnByKey<number>();
  const answered = answerOf(kit);
  return [answer(q09Usage, ({ caller }, asked) => turns.run(caller.userId, () => answered(caller, asked)))];
};
