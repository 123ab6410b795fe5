// The settings that only our vendor block knows (packages/jt808 vendor-settings.ts): values, what is refused, what the platform changed.
// A recorder without the block keeps them as they left the factory.
import { VENDOR_SETTINGS } from '@outrider/jt808';
import type { VendorSetting, VendorSettingValues } from '@outrider/jt808';

export type SettingValues = VendorSettingValues;

/** Values of another maker's assistance: on, at any speed. */
const MOTOVIS = [1, 0];

const factoryOf = (setting: VendorSetting, labels: readonly string[]): unknown => {
  if (setting.name === 'preosd_chname') return labels.map((label) => label.slice(0, setting.most));
  if (setting.name === 'MotovisAdas') return MOTOVIS;
  if (!setting.of.startsWith('list')) return setting.factory;
  const count = 'count' in setting && typeof setting.count === 'number' ? setting.count : labels.length;
  return Array.from({ length: count }, () => setting.factory);
};

/** As from the factory. `labels` are the names of the cameras. */
const factorySettings = (labels: readonly string[]): SettingValues =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each row of the table gives a value of its own type
  Object.fromEntries(VENDOR_SETTINGS.map((setting) => [setting.name, factoryOf(setting, labels)])) as SettingValues;

export class OwnSettings {
  private readonly factory: SettingValues;
  private current: SettingValues;

  constructor(labels: readonly string[], saved: Readonly<Record<string, unknown>> = {}) {
    this.factory = factorySettings(labels);
    this.current = { ...this.factory };
    this.write(saved);
  }

  get values(): Readonly<SettingValues> {
    return this.current;
  }

  /** Sets what fits; gives why the rest does not, by name. */
  write(wanted: Readonly<Record<string, unknown>>): Record<string, string> {
    const refused: Record<string, string> = {};
    for (const [name, value] of Object.entries(wanted)) {
      const rule = VENDOR_SETTINGS.find((setting) => setting.name === name);
      const why = rule === undefined ? 'not known' : whyNot(rule, value, this.factory.cam_rec.length);
      if (why === null) this.current = { ...this.current, [name]: value };
      else refused[name] = why;
    }
    return refused;
  }

  /** Those the platform changed. */
  changes(): Record<string, unknown> {
    const before = new Map<string, unknown>(Object.entries(this.factory));
    return Object.fromEntries(Object.entries(this.current).filter(([name, value]) => before.get(name) !== value));
  }

  reset(): void {
    this.current = { ...this.factory };
  }
}

const MOST_ITEMS = 64;

const whyNot = (rule: VendorSetting, value: unknown, cameras: number): string | null => {
  const [list, type] = rule.of.startsWith('list of ') ? [true, rule.of.slice('list of '.length)] : [false, rule.of];
  if (!list) return whyNotOne(rule, type, value);
  const items: readonly unknown[] | null = Array.isArray(value) ? value : null;
  const count = 'count' in rule ? rule.count : cameras;
  if (items === null || items.length > MOST_ITEMS || (count !== 'any' && items.length !== count))
    return count === 'any' ? 'a list' : `a list of ${count}`;
  return items.map((item) => whyNotOne(rule, type, item)).find((why) => why !== null) ?? null;
};

const whyNotOne = (rule: VendorSetting, type: string, value: unknown): string | null => {
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'true or false';
  if ('most' in rule) return isText(value, rule.most) ? null : `a text of at most ${rule.most} characters`;
  if (!('low' in rule)) return null;
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= rule.low && value <= rule.high;
  return fits ? null : `a whole number from ${rule.low} to ${rule.high}`;
};

const isText = (value: unknown, most: number): boolean => typeof value === 'string' && Array.from(value).length <= most;
