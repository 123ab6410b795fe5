// The settings that only our vendor block knows (packages/jt808 vendor-block.ts): values, what is refused, what the platform changed.
// A recorder without the block keeps them as they left the factory.
import { VENDOR_SETTINGS } from '@outrider/jt808';
import type { VendorSetting } from '@outrider/jt808';

/** Every setting with its type. Lists have one value a camera. */
export type SettingValues = {
  sys_tz: number;
  enc_aig: number;
  enc_aog: number;
  cam_mirror: boolean[];
  cam_rec: boolean[];
  preosd_pl_en: boolean;
  preosd_plate: string;
  preosd_chname: string[];
  preosd_driver: string;
  preosd_speed: boolean;
  event_adasen: boolean;
  event_dsmen: boolean;
};

const HALF = 50;

/** As from the factory. `labels` are the names of the cameras. */
const factorySettings = (labels: readonly string[]): SettingValues => ({
  sys_tz: 28_800,
  enc_aig: HALF,
  enc_aog: HALF,
  cam_mirror: labels.map(() => false),
  cam_rec: labels.map(() => true),
  preosd_pl_en: true,
  preosd_plate: '',
  preosd_chname: labels.map((label) => label.slice(0, 12)),
  preosd_driver: '',
  preosd_speed: false,
  event_adasen: true,
  event_dsmen: true,
});

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

const whyNot = (rule: VendorSetting, value: unknown, cameras: number): string | null => {
  if (rule.of === 'number') {
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= rule.low && value <= rule.high;
    return fits ? null : `a whole number from ${rule.low} to ${rule.high}`;
  }
  if (rule.of === 'boolean') return typeof value === 'boolean' ? null : 'true or false';
  if (rule.of === 'text') return isText(value, rule.most) ? null : `a text of at most ${rule.most} characters`;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.length !== cameras) return `a list of ${cameras}`;
  const fits = (item: unknown): boolean =>
    rule.of === 'list of text' ? isText(item, rule.most) : typeof item === 'boolean';
  return list.every(fits) ? null : rule.of;
};

const isText = (value: unknown, most: number): boolean => typeof value === 'string' && Array.from(value).length <= most;
