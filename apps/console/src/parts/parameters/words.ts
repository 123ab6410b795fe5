// The names of parameters and their values in the words of the page. What they are called in English is the contract's table.
import {
  HIDDEN_VALUE,
  type ItemControl,
  type ParameterItem,
  type ParameterOption,
  type ParameterRow,
  type ParameterTrouble,
  type ParameterValue,
  parameterOf,
  parameterPanelNames,
  parametersOfId,
  pointsOf,
} from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

/** 'Fatigue 2' is the second of 'Fatigue', 'Cameras 1–4' are four of them: numbers stand behind the name in every language. */
export const numberedText = (name: string): string => {
  const [, word, number] = /^(.+) (\d(?:–\d)?)$/.exec(name) ?? [];
  return word === undefined ? t(name) : `${t(word)} ${number}`;
};

export const parameterText = ({ label, part }: Pick<ParameterRow, 'label' | 'part'>): string =>
  part === undefined ? t(label) : `${numberedText(part)}: ${t(label)}`;

/** 'sys_spdlimit, net_hbsec' as names, from their keys; what has none stays as it is. */
export const parameterNamesText = (keys: readonly string[]): string =>
  keys
    .map((key) => {
      const row = parameterOf(key);
      return row === undefined ? key : parameterText(row);
    })
    .join(', ');

/** Bits of a number that have a name, lowest first. */
type Bits = Extract<ItemControl, { kind: 'bits' }>;
export const namedBits = ({ names }: Bits): number[] => names.flatMap((name, bit) => (name === '' ? [] : [bit]));
/** Those for which a device of so many cameras has enough of them. */
export const bitsOffered = (control: Bits, cameras: number): number[] =>
  namedBits(control).filter((bit) => (control.cameras?.[bit] ?? 0) <= cameras);

type Choice = Extract<ItemControl, { kind: 'select' }>;
/** Those for which a device of so many cameras has enough of them. */
export const optionsOffered = ({ options, cameras: needed }: Choice, cameras: number): Choice['options'] =>
  options.filter((_, i) => (needed?.[i] ?? 0) <= cameras);
/** Those of cameras are numbered. */
export const optionText = ({ cameras }: Choice, [, name]: ParameterOption): string =>
  cameras === undefined ? t(name) : numberedText(name);

/** What has several levels: its name with the bits of them. */
export const alarmsIn = (control: Bits): { name: string; bits: number[] }[] =>
  [...Map.groupBy(namedBits(control), (bit) => (control.names[bit] ?? '').replace(/ \d$/, ''))].map(([name, bits]) => ({
    name,
    bits,
  }));
export const bitsIn = (value: number, bits: readonly number[]): number[] =>
  bits.filter((bit) => Math.floor(value / 2 ** bit) % 2 === 1);
/** The number with exactly these of its named bits set; the others stay. */
export const withBits = (value: number, named: readonly number[], set: readonly number[]): number =>
  named.reduce((sum, bit) => {
    const has = Math.floor(sum / 2 ** bit) % 2 === 1;
    if (has === set.includes(bit)) return sum;
    return has ? sum - 2 ** bit : sum + 2 ** bit;
  }, value);

/** Points of a picture: '434, 170 · 434, 560'. */
export const pointsWords = (value: string): string => {
  const points = pointsOf(value);
  if (points === undefined) return value;
  return points.length === 0 ? t('as from the factory') : points.map(([x, y]) => `${x}, ${y}`).join(' · ');
};

export const invalidText = (value: ParameterItem): string => t('invalid - {value}', { value });

/** Of tenths of a degree Celsius, to a tenth. */
export const fahrenheit = (tenths: number): number => Math.round((tenths / 10) * 18 + 320) / 10;

const HIGH_UP_TO = 170;
const MEDIUM_UP_TO = 340;
/** What a limit of the G-sensor means: a low one is passed by little. */
export const strengthText = (limit: number): string => {
  if (limit <= HIGH_UP_TO) return t('Sensitivity: high');
  return limit <= MEDIUM_UP_TO ? t('Sensitivity: medium') : t('Sensitivity: low');
};

const itemText = (control: ItemControl, value: ParameterItem): string => {
  switch (control.kind) {
    case 'switch':
      return value === 1 ? t('On') : t('Off');
    case 'select': {
      const option = control.options.find(([each]) => each === value);
      return option === undefined ? invalidText(value) : optionText(control, option);
    }
    case 'bits':
      return bitsIn(Number(value), namedBits(control))
        .map((bit) => numberedText(control.names[bit] ?? ''))
        .join(', ');
    case 'number':
    case 'slider':
      return control.unit === '' ? String(value) : `${value} ${control.unit}`;
    case 'points':
      return pointsWords(String(value));
    case 'temperature':
      return `${Number(value) / 10} °C`;
    default:
      return value === HIDDEN_VALUE ? t('hidden') : String(value);
  }
};

/** A value as a reader sees it; of a list each with its place. */
export const valueText = ({ control }: Pick<ParameterRow, 'control'>, value: ParameterValue): string => {
  if (typeof value !== 'object') return control.kind === 'each' ? String(value) : itemText(control, value);
  const of = control.kind === 'each' ? control.of : control;
  return value.map((item, i) => `${i + 1} ${itemText(of, item)}`).join(', ');
};

/** What came in another form than the standards have, and which panels miss it. */
export const troubleText = ({ id, trouble, bytes }: ParameterTrouble): string => {
  const own = parameterOf(id);
  const panels = [
    ...new Set(
      (own === undefined ? parametersOfId(Number(id)) : [own]).map(({ panel }) => t(parameterPanelNames[panel])),
    ),
  ].join(', ');
  const said = { id, panels, bytes };
  switch (trouble) {
    case 'length':
      return t('{id} ({panels}): its {bytes} B are not its length.', said);
    case 'twice':
      return t('{id} ({panels}): answered twice, the last one counts.', said);
    case 'text':
      return t('{id} ({panels}): its text cannot be read.', said);
    case 'value':
      return t('{id} ({panels}): some of it means nothing.', said);
  }
};
