// What a device parameter is: where it lies on the wire, how it is shown, which right opens it. The table itself is parameter-table.ts.
import type { Right } from '../speak/rights.ts';

/** The panels of 'Remote Device Setting', in their order; the first one opens. */
export const parameterPanels = [
  'general',
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

export type ParameterOption = readonly [value: number, name: string];

/** How a value is set. `bits`: a number whose bits have names, from bit 0; '' is a bit that nothing is known of. */
export type ParameterControl =
  | { readonly kind: 'number' | 'slider'; readonly min: number; readonly max: number; readonly unit: string }
  | { readonly kind: 'switch' }
  | { readonly kind: 'select'; readonly options: readonly ParameterOption[] }
  | { readonly kind: 'bits'; readonly names: readonly string[]; readonly max: number }
  | { readonly kind: 'text'; readonly most: number; readonly alphanumeric?: true }
  /** 'hh:mm'. */
  | { readonly kind: 'minutes' };

/** Which standard an id of the table is from. */
export type ParameterSource = 'JT/T 808' | 'JT/T 1078' | 'active safety';

export type ParameterRow = {
  /** As it is called on the wire of the console: 'net_hbsec'. */
  readonly key: string;
  readonly place: ParameterPlace;
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

/** Stands for a hidden value that is not empty; saved, it changes nothing. */
export const HIDDEN_VALUE = '********';

/** 1078 has its own ids between those of 808. */
export const parameterSource = (id: number): ParameterSource => {
  if (id >= 0xf000) return 'active safety';
  return id >= 0x0075 && id <= 0x007c ? 'JT/T 1078' : 'JT/T 808';
};

/** '0x0001', as the raw list and the reference write it. */
export const parameterIdText = (id: number): string => `0x${id.toString(16).padStart(4, '0').toUpperCase()}`;

export type ParameterValue = number | string;

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

/** What a value may not be, in a sentence with its values; undefined where it may. */
export const parameterFault = ({ control }: ParameterRow, value: ParameterValue): Fault | undefined => {
  switch (control.kind) {
    case 'number':
    case 'slider':
      return numberFault(value, control.min, control.max);
    case 'switch':
      return value === 0 || value === 1 ? undefined : fault('This is 1 for on or 0 for off.');
    case 'select':
      return control.options.some(([option]) => option === value) ? undefined : fault('This is none of the choices.');
    case 'bits':
      return numberFault(value, 0, control.max);
    case 'text':
      return textFault(value, control.most, control.alphanumeric === true);
    case 'minutes':
      return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
        ? undefined
        : fault('This is a time from 00:00 to 23:59.');
  }
};
