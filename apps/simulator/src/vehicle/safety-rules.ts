// Whether an active-safety alarm is raised, and at which level: by parameters 0xF364 and 0xF365, and by what the vendor block has of
// enables, speeds, pauses, sensitivity and calibration.
import { decodeActiveSafetyParameter } from '@outrider/jt808';
import { SAFETY_ALARMS } from './alarm-desk.ts';
import type { SafetyAlarm, Sight } from './alarm-desk.ts';
import { measured100ms, seesBlindSpot, seesDriver, seesRoad } from './calibrated.ts';
import type { OwnSettings, SettingValues } from './own-settings.ts';
import type { ParameterStore } from './parameter-store.ts';
import { PARAMETER } from './parameter-table.ts';

/** A setting of the vendor block that is a number. */
type NumberSetting = { [K in keyof SettingValues]: SettingValues[K] extends number ? K : never }[keyof SettingValues];

type Rule = {
  readonly parameter: number;
  /** Bit of level 1 in the alarm enables; level 2 is the next. */
  readonly bit: number;
  /** Above this field's speed the alarm is of level 2. */
  readonly levelSpeed?: string;
  /** Above this field's speed there is none. */
  readonly onlyBelow?: string;
  /** At most one in so many seconds: a field, a setting. */
  readonly interval?: string;
  readonly ignore?: NumberSetting;
  /** Below this setting's speed there is none. */
  readonly from?: NumberSetting;
  readonly sens?: NumberSetting;
  /** Bit of `dsm_behaviours`. */
  readonly behaviour?: number;
};

const { adas, driver } = PARAMETER;
const DEFAULT_LEVEL_KMH = 50;
const SENSITIVITY = { low: 0, high: 2 } as const;
/** A lane is so wide that a narrower vehicle does not leave it. */
const NARROW_MM = 1500;

const watched = (behaviour: number, bit: number, field: string): Rule => ({
  parameter: driver,
  bit,
  behaviour,
  levelSpeed: `${field}LevelSpeed`,
  sens: 'dsm_sens',
});

const RULES: Partial<Record<SafetyAlarm, Rule>> = {
  'forward-collision': {
    parameter: adas,
    bit: 6,
    levelSpeed: 'fcwLevelSpeed',
    from: 'adas_fcwfrom',
    sens: 'adas_fcwsens',
    ignore: 'adas_fcwignore',
  },
  'lane-departure': {
    parameter: adas,
    bit: 4,
    levelSpeed: 'laneDepartLevelSpeed',
    from: 'adas_ldwfrom',
    sens: 'adas_ldwsens',
    ignore: 'adas_ldwignore',
  },
  'too-close': {
    parameter: adas,
    bit: 10,
    levelSpeed: 'headwayLevelSpeed',
    from: 'adas_hmwfrom',
    sens: 'adas_hmwsens',
    ignore: 'adas_hmwignore',
  },
  'pedestrian-collision': {
    parameter: adas,
    bit: 8,
    onlyBelow: 'pedestrianEnableSpeed',
    ignore: 'adas_pcwignore',
  },
  'driver-fatigue': { ...watched(1, 0, 'fatigue'), ignore: 'dsm_fatigueignore' },
  distracted: { ...watched(2, 6, 'distraction'), ignore: 'dsm_distractionignore' },
  'phone-call': { ...watched(5, 2, 'phone'), interval: 'phoneIntervalS' },
  smoking: { ...watched(4, 4, 'smoking'), interval: 'smokingIntervalS' },
  'camera-shielded': { ...watched(0, 8, 'abnormal'), ignore: 'dsm_abnormalignore' },
  'driver-absent': { ...watched(3, 8, 'abnormal'), ignore: 'dsm_abnormalignore' },
  'eye-mask': { ...watched(6, 8, 'abnormal'), ignore: 'dsm_abnormalignore' },
  'mouth-mask': { ...watched(7, 8, 'abnormal'), ignore: 'dsm_abnormalignore' },
};

const isBit = (value: number, bit: number): boolean => Math.floor(value / 2 ** bit) % 2 === 1;

/** What the unit is switched off by, does not look for, or does not see. */
const isBlind = (name: SafetyAlarm, rule: Rule, speedKmh: number, settings: SettingValues): boolean => {
  if (rule.parameter === driver)
    return (
      !settings.event_dsmen ||
      (rule.behaviour !== undefined && !isBit(settings.dsm_behaviours, rule.behaviour)) ||
      (name !== 'camera-shielded' && !seesDriver(settings))
    );
  const [on = 1, leastKmh = 0] = settings.MotovisAdas;
  const narrow = name === 'lane-departure' && settings.adas_carwidth < NARROW_MM;
  return !settings.event_adasen || on === 0 || speedKmh < leastKmh || narrow || !seesRoad(settings);
};

/** Fields of the parameter and settings of the block as numbers; `fallback` for what is not there. */
const numbersOf = (rule: Rule, parameters: ParameterStore, settings: SettingValues) => {
  const value = decodeActiveSafetyParameter(rule.parameter, parameters.raw(rule.parameter));
  const fields = new Map<string, unknown>(typeof value === 'object' ? Object.entries(value) : []);
  return {
    field: (name: string | undefined, fallback: number): number => {
      const found = name === undefined ? undefined : fields.get(name);
      return typeof found === 'number' ? found : fallback;
    },
    setting: (name: NumberSetting | undefined, fallback: number): number =>
      name === undefined ? fallback : settings[name],
  };
};

/** Level 1 or 2; null when it is not raised. `sinceMs` is how long ago the last one of its kind was. */
const safetyLevel = (
  name: SafetyAlarm,
  speedKmh: number,
  sinceMs: number,
  parameters: ParameterStore,
  { values: settings }: OwnSettings,
): 1 | 2 | null => {
  const rule = RULES[name];
  if (name === 'blind-spot' && !seesBlindSpot(settings, 'left')) return null;
  if (name === 'blind-spot-right' && !seesBlindSpot(settings, 'right')) return null;
  if (rule === undefined) return speedKmh > DEFAULT_LEVEL_KMH ? 2 : 1;
  if (isBlind(name, rule, speedKmh, settings)) return null;
  const { field, setting } = numbersOf(rule, parameters, settings);
  const sensitivity = setting(rule.sens, 1);
  const share = sensitivity === SENSITIVITY.high ? 0.5 : 1;
  if (speedKmh < Math.max(field('alarmSpeedThresholdKmh', 0), setting(rule.from, 0)) * share) return null;
  if (speedKmh > field(rule.onlyBelow, Infinity)) return null;
  if (sinceMs < Math.max(field(rule.interval, 0), setting(rule.ignore, 0)) * 1000) return null;
  const level = speedKmh > field(rule.levelSpeed, DEFAULT_LEVEL_KMH) ? 2 : 1;
  if (level === 1 && sensitivity === SENSITIVITY.low) return null;
  return isBit(field('alarmEnable', 0xffff_ffff), rule.bit + level - 1) ? level : null;
};

/** A lane is left on the side that the camera is away from. */
const deviationOf = ({ adas_camside: side }: SettingValues, chance: number): number => {
  if (side === 0) return chance;
  return side > 0 ? 1 : 2;
};

export const sightOf = (parameters: ParameterStore, settings: OwnSettings): Sight => ({
  levelOf: (name, speedKmh, sinceMs) => safetyLevel(name, speedKmh, sinceMs, parameters, settings),
  ahead100ms: (true100ms, speedKmh) => measured100ms(true100ms, speedKmh, settings.values),
  deviation: (chance) => deviationOf(settings.values, chance),
});

const PERIPHERALS: Readonly<Record<number, number>> = { 0x64: adas, 0x65: driver };

/** How loud a warning is spoken, 0 to 8; 0: it is not. Warnings of driver assistance and driver monitoring are, where that is on. */
export const spokenAt = (name: SafetyAlarm, parameters: ParameterStore, { values }: OwnSettings): number => {
  const id = PERIPHERALS[SAFETY_ALARMS[name].item];
  if (id === undefined || !values.adas_speakout) return 0;
  const value = decodeActiveSafetyParameter(id, parameters.raw(id));
  return typeof value === 'object' && 'volume' in value && typeof value.volume === 'number' ? value.volume : 0;
};
