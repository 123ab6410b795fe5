// For how many days events, the stream log and tracks are kept, as an administrator sets it while the server runs, and what a shorter time
// would remove. What removes them are the rooms that have them.
import { type KeptDays, MAX_COUNTED, keptDaysSetting, postKeptCount } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type Settings, settingCalls } from '../settings/index.ts';

const DAY_MS = 86_400_000;
type What = keyof KeptDays;

/** The days of one of them, 0 for good; `changed` is called when they are others. */
export const keptFor = (
  settings: Pick<Settings, 'follow'>,
  what: What,
  changed: () => void,
): { days: () => number; close: () => void } => {
  let days: number | undefined;
  const close = settings.follow(keptDaysSetting, (kept) => {
    const before = days;
    days = kept?.[what] ?? 0;
    if (before !== undefined && before !== days) changed();
  });
  return { days: () => days ?? 0, close };
};

export type KeptDaysKit = {
  settings: Pick<Settings, 'value' | 'state' | 'save'>;
  clock: Clock;
  /** How many rows are older than that, counted to `most`. */
  count: Readonly<Record<What, (beforeMs: number, most: number) => Promise<number>>>;
};

export const keptDaysCalls = ({ settings, clock, count }: KeptDaysKit): CallHandler[] => [
  ...settingCalls(settings, keptDaysSetting, () => settings.value(keptDaysSetting) ?? { events: 0, uslogs: 0, gps: 0 }),
  handle(postKeptCount, async (_caller, days) => {
    const older = (what: What): Promise<number> =>
      days[what] === 0 ? Promise.resolve(0) : count[what](clock.now() - days[what] * DAY_MS, MAX_COUNTED);
    const [events, uslogs, gps] = await Promise.all([older('events'), older('uslogs'), older('gps')]);
    return { events, uslogs, gps };
  }),
];
