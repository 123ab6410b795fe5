// What a device parameter is: where it lies on the wire, how it is shown, which right opens it. The table itself is parameter-table.ts.
import type { Right } from '../speak/rights.ts';
import { heldPoint, type PictureLimits, pointsOf, pointsText } from './calibration.ts';

/** The panels of 'Remote Device Setting', in their order; the first one opens. */
export const parameterPanels = [
  'general',
  'gsensor',
  'preosd',
  'enc',
  'sys',
  'net',
  'reports',
  'event',
  'adas',
  'dsm',
  'bsd',
  'tyres',
  'cam',
  'sleep',
  'phone',
  'gnss',
] as const;
export type ParameterPanel = (typeof parameterPanels)[number];

/**
 * Where the value lies. D, W, B: numbers of 4, 2 and 1 bytes; STR: text of at most 255 bytes of GBK; HM: hour and minute, a byte each; BCD:
 * hour and minute, two digits a byte.
 */
export type ParameterPlace = {
  /** JT/T 808, section 11.2; JT/T 1078, 4.3; active safety, section 10. */
  readonly id: number;
  readonly wire: 'D' | 'W' | 'B' | 'STR' | 'HM' | 'BCD';
  /** Of a field inside a longer value: its first byte. Without it the value is the whole parameter. */
  readonly at?: number;
  /** One bit of that number. */
  readonly bit?: number;
  /** How many bytes the longer value has: from, to. */
  readonly bytes?: readonly [least: number, most: number];
};

/** What no standard has an id for: a setting of our vendor block, of devices that say that they know it (docs/reference/vendor-block.md). */
export type VendorPlace = { readonly setting: string };

export type ParameterOption = readonly [value: number, name: string];

/** How one value is set. */
export type ItemControl =
  /** `clamped`: what is entered beyond the limits becomes the limit. */
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit: string;
      readonly clamped?: true;
    }
  /** `strong`: how strong a push must be, low is sensitive. */
  | {
      readonly kind: 'slider';
      readonly min: number;
      readonly max: number;
      readonly unit: string;
      readonly hint?: 'strong';
    }
  /** Tenths of a degree Celsius. */
  | { readonly kind: 'temperature'; readonly min: number; readonly max: number }
  | { readonly kind: 'switch' }
  /** `cameras`: how many a device needs for each option. */
  | { readonly kind: 'select'; readonly options: readonly ParameterOption[]; readonly cameras?: readonly number[] }
  /**
   * A number whose bits have names, from bit 0; '' is a bit that nothing is known of. `cameras`: how many a device needs for each. `levels`:
   * 'Headway 1' and 'Headway 2' are two levels of one thing.
   */
  | {
      readonly kind: 'bits';
      readonly names: readonly string[];
      readonly max: number;
      readonly cameras?: readonly number[];
      readonly levels?: true;
    }
  | { readonly kind: 'text'; readonly most: number; readonly alphanumeric?: true }
  /** 'hh:mm'. */
  | { readonly kind: 'minutes' }
  /** 'hh:mm:ss'. */
  | { readonly kind: 'time' }
  /** 'yyyy-mm-dd/yyyy-mm-dd', the first and the last day of a span; '' for none. */
  | { readonly kind: 'days' }
  /** So many points of a picture in a text, '434,170 434,560', each within x and y; '' for none (calibration.ts). */
  | ({ readonly kind: 'points'; readonly count: number } & PictureLimits);

/**
 * How a value is set. `each`: a list with one value for each camera, for each of so many numbered things, or for as many as the device has.
 * `unique`: no two of them are the same.
 */
export type ParameterControl =
  | ItemControl
  | {
      readonly kind: 'each';
      readonly of: ItemControl;
      readonly count: number | 'cameras' | 'any';
      /** English key of what is numbered: 'Camera' becomes 'Camera 1'. */
      readonly name: string;
      readonly unique?: true;
    };

/** Where a row of the table is from. */
export type ParameterSource = 'JT/T 808' | 'JT/T 1078' | 'active safety' | 'vendor block';

export type ParameterRow = {
  /** As it is called on the wire of the console: 'net_hbsec'. */
  readonly key: string;
  readonly place: ParameterPlace | VendorPlace;
  readonly panel: ParameterPanel;
  readonly right: Right;
  /** English key of its name, and of what it is a part of: 'Forward collision'. */
  readonly label: string;
  readonly part?: string;
  readonly control: ParameterControl;
  /** What the standard says a device leaves the factory with. */
  readonly factory?: number;
  /** `hidden`: never told, a mask stands for it. `unlogged`: told, but not kept in the access log. */
  readonly secret?: 'hidden' | 'unlogged';
};

export type StandardRow = ParameterRow & { readonly place: ParameterPlace };
export type VendorRow = ParameterRow & { readonly place: VendorPlace };
export const isStandardRow = (row: ParameterRow): row is StandardRow => 'id' in row.place;
export const isVendorRow = (row: ParameterRow): row is VendorRow => 'setting' in row.place;

/** Stands for a hidden value that is not empty; saved, it changes nothing. */
export const HIDDEN_VALUE = '********';

/** 1078 has its own ids between those of 808. */
export const parameterSource = (place: ParameterPlace | VendorPlace): ParameterSource => {
  if ('setting' in place) return 'vendor block';
  const { id } = place;
  if (id >= 0xf000) return 'active safety';
  return id >= 0x0075 && id <= 0x007c ? 'JT/T 1078' : 'JT/T 808';
};

/** '0x0001', as the raw list and the reference write it. */
export const parameterIdText = (id: number): string => `0x${id.toString(16).padStart(4, '0').toUpperCase()}`;

export type ParameterItem = number | string;
/** A list where the row's control is `each`. */
export type ParameterValue = ParameterItem | readonly ParameterItem[];

/** Entries of one list. */
export const MOST_ITEMS = 64;

type Fault = { readonly text: string; readonly values: Readonly<Record<string, string | number>> };

const fault = (text: string, values: Fault['values'] = {}): Fault => ({ text, values });

const numberFault = (value: ParameterValue, min: number, max: number): Fault | undefined => {
  if (typeof value !== 'number' || !Number.isInteger(value)) return fault('This must be a whole number.');
  return value < min || value > max ? fault('This must be a number from {min} to {max}.', { min, max }) : undefined;
};

const textFault = (value: ParameterValue, most: number, alphanumeric: boolean): Fault | undefined => {
  if (typeof value !== 'string') return fault('This must be a text.');
  if (value.length > most) return fault('This is too long: at most {most}.', { most });
  // oxlint-disable-next-line no-control-regex -- what no field of a device should hold
  if (/[\u0000-\u001f\u007f]/.test(value)) return fault('The text holds something invisible.');
  return alphanumeric && !/^[A-Za-z0-9]*$/.test(value) ? fault('Letters A to Z and digits only.') : undefined;
};

const isDay = (day: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  new Date(Date.parse(day)).toISOString().startsWith(day);

const daysFault = (value: ParameterValue): Fault | undefined => {
  const [first = '', last = '', ...more] = String(value).split('/');
  const fits = value === '' || (more.length === 0 && isDay(first) && isDay(last) && first <= last);
  return fits ? undefined : fault('These are two days, the earlier one first.');
};

const temperatureFault = (value: ParameterValue, min: number, max: number): Fault | undefined =>
  numberFault(value, min, max) === undefined
    ? undefined
    : fault('This must be a temperature from {min} to {max} °C.', { min: min / 10, max: max / 10 });

const pointsFault = (
  value: ParameterValue,
  { count, ...limits }: { count: number } & PictureLimits,
): Fault | undefined => {
  const points = typeof value === 'string' ? pointsOf(value) : undefined;
  if (points === undefined || (points.length !== count && points.length !== 0))
    return fault('These are not the points of the picture.');
  const fits = points.every((point) => pointsText([heldPoint(point, limits)]) === pointsText([point]));
  return fits ? undefined : fault('A point lies outside of its limits.');
};

const matches = (value: ParameterValue, form: RegExp, text: string): Fault | undefined =>
  typeof value === 'string' && form.test(value) ? undefined : fault(text);

const itemFault = (control: ItemControl, value: ParameterValue): Fault | undefined => {
  switch (control.kind) {
    case 'number':
    case 'slider':
      return numberFault(value, control.min, control.max);
    case 'temperature':
      return temperatureFault(value, control.min, control.max);
    case 'switch':
      return value === 0 || value === 1 ? undefined : fault('This is 1 for on or 0 for off.');
    case 'select':
      return control.options.some(([option]) => option === value) ? undefined : fault('This is none of the choices.');
    case 'bits':
      return numberFault(value, 0, control.max);
    case 'text':
      return textFault(value, control.most, control.alphanumeric === true);
    case 'minutes':
      return matches(value, /^([01]\d|2[0-3]):[0-5]\d$/, 'This is a time from 00:00 to 23:59.');
    case 'time':
      return matches(value, /^([01]\d|2[0-3])(:[0-5]\d){2}$/, 'This is a time from 00:00:00 to 23:59:59.');
    case 'days':
      return daysFault(value);
    case 'points':
      return pointsFault(value, control);
  }
};

/** What a value may not be, in a sentence with its values; undefined where it may. How many cameras a device has is its own to know. */
export const parameterFault = (
  { control }: Pick<ParameterRow, 'control'>,
  value: ParameterValue,
): Fault | undefined => {
  if (control.kind !== 'each') return itemFault(control, value);
  if (typeof value !== 'object') return fault('This must be a list.');
  if (value.length > MOST_ITEMS) return fault('These are too many: at most {most}.', { most: MOST_ITEMS });
  if (typeof control.count === 'number' && value.length !== control.count)
    return fault('These must be {number}.', { number: control.count });
  if (
    control.unique === true &&
    new Set(value.filter((item) => item !== 0)).size < value.filter((item) => item !== 0).length
  )
    return fault('No two of them may be the same.');
  return value.map((item) => itemFault(control.of, item)).find((found) => found !== undefined);
};

/** Whether two values say the same: lists by what is in them. */
export const isSameValue = (one: ParameterValue | undefined, other: ParameterValue | undefined): boolean =>
  typeof one === 'object' || typeof other === 'object'
    ? JSON.stringify(one) === JSON.stringify(other)
    : Object.is(one, other);
