// Whether an active-safety alarm is raised, and at which level, by parameters 0xF364 and 0xF365 and by the enables of the vendor block.
import { decodeActiveSafetyParameter } from '@outrider/jt808';
import type { SafetyAlarm } from './alarm-desk.ts';
import type { OwnSettings } from './own-settings.ts';
import type { ParameterStore } from './parameter-store.ts';
import { PARAMETER } from './parameter-table.ts';

type Rule = {
  readonly parameter: number;
  /** Bit of level 1 in the alarm enables; level 2 is the next. */
  readonly bit: number;
  /** Above this field's speed the alarm is of level 2. */
  readonly levelSpeed?: string;
  /** Above this field's speed there is none. */
  readonly onlyBelow?: string;
  /** At most one in so many seconds. */
  readonly interval?: string;
};

const { adas, driver } = PARAMETER;
const DEFAULT_LEVEL_KMH = 50;

const RULES: Partial<Record<SafetyAlarm, Rule>> = {
  'forward-collision': { parameter: adas, bit: 6, levelSpeed: 'fcwLevelSpeed' },
  'lane-departure': { parameter: adas, bit: 4, levelSpeed: 'laneDepartLevelSpeed' },
  'too-close': { parameter: adas, bit: 10, levelSpeed: 'headwayLevelSpeed' },
  'pedestrian-collision': { parameter: adas, bit: 8, onlyBelow: 'pedestrianEnableSpeed' },
  'driver-fatigue': { parameter: driver, bit: 0, levelSpeed: 'fatigueLevelSpeed' },
  'phone-call': { parameter: driver, bit: 2, levelSpeed: 'phoneLevelSpeed', interval: 'phoneIntervalS' },
  smoking: { parameter: driver, bit: 4, levelSpeed: 'smokingLevelSpeed', interval: 'smokingIntervalS' },
  distracted: { parameter: driver, bit: 6, levelSpeed: 'distractionLevelSpeed' },
};

/** Level 1 or 2; null when it is not raised. `sinceMs` is how long ago the last one of its kind was. */
export const safetyLevel = (
  name: SafetyAlarm,
  speedKmh: number,
  sinceMs: number,
  parameters: ParameterStore,
  settings: OwnSettings,
): 1 | 2 | null => {
  const rule = RULES[name];
  const usual = speedKmh > DEFAULT_LEVEL_KMH ? 2 : 1;
  if (rule === undefined) return usual;
  const { event_adasen: adasOn, event_dsmen: driverOn } = settings.values;
  if (!(rule.parameter === adas ? adasOn : driverOn)) return null;
  const value = decodeActiveSafetyParameter(rule.parameter, parameters.raw(rule.parameter));
  if (typeof value !== 'object') return usual;
  const fields = new Map<string, unknown>(Object.entries(value));
  const number = (field: string | undefined, fallback: number): number => {
    const found = field === undefined ? undefined : fields.get(field);
    return typeof found === 'number' ? found : fallback;
  };
  if (speedKmh < number('alarmSpeedThresholdKmh', 0)) return null;
  if (speedKmh > number(rule.onlyBelow, Infinity)) return null;
  if (sinceMs < number(rule.interval, 0) * 1000) return null;
  const level = speedKmh > number(rule.levelSpeed, DEFAULT_LEVEL_KMH) ? 2 : 1;
  const bit = rule.bit + level - 1;
  return Math.floor(number('alarmEnable', 0xffff_ffff) / 2 ** bit) % 2 === 1 ? level : null;
};
