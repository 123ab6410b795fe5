// The names of parameters and their values in the words of the page. What they are called in English is the contract's table.
import {
  HIDDEN_VALUE,
  type ParameterControl,
  type ParameterRow,
  type ParameterTrouble,
  type ParameterValue,
  parameterPanelNames,
  parametersOfId,
} from '@outrider/contract';
import { t } from '../../../lib/i18n.ts';

/** 'Fatigue 2' is the second of 'Fatigue': the number stands behind its name in every language. */
export const numberedText = (name: string): string => {
  const [, word, number] = /^(.+) (\d)$/.exec(name) ?? [];
  return word === undefined ? t(name) : `${t(word)} ${number}`;
};

export const parameterText = ({ label, part }: Pick<ParameterRow, 'label' | 'part'>): string =>
  part === undefined ? t(label) : `${numberedText(part)}: ${t(label)}`;

/** Bits of a number that have a name, lowest first. */
export const namedBits = ({ names }: Extract<ParameterControl, { kind: 'bits' }>): number[] =>
  names.flatMap((name, bit) => (name === '' ? [] : [bit]));
export const bitsIn = (value: number, bits: readonly number[]): number[] =>
  bits.filter((bit) => Math.floor(value / 2 ** bit) % 2 === 1);
/** The number with exactly these of its named bits set; the others stay. */
export const withBits = (value: number, named: readonly number[], set: readonly number[]): number =>
  named.reduce((sum, bit) => {
    const has = Math.floor(sum / 2 ** bit) % 2 === 1;
    if (has === set.includes(bit)) return sum;
    return has ? sum - 2 ** bit : sum + 2 ** bit;
  }, value);

export const invalidText = (value: ParameterValue): string => t('invalid - {value}', { value });

/** A value as a reader sees it. */
export const valueText = ({ control }: Pick<ParameterRow, 'control'>, value: ParameterValue): string => {
  switch (control.kind) {
    case 'switch':
      return value === 1 ? t('On') : t('Off');
    case 'select': {
      const option = control.options.find(([each]) => each === value);
      return option === undefined ? invalidText(value) : t(option[1]);
    }
    case 'bits':
      return bitsIn(Number(value), namedBits(control))
        .map((bit) => numberedText(control.names[bit] ?? ''))
        .join(', ');
    case 'number':
    case 'slider':
      return control.unit === '' ? String(value) : `${value} ${control.unit}`;
    default:
      return value === HIDDEN_VALUE ? t('hidden') : String(value);
  }
};

/** What came in another form than the standards have, and which panels miss it. */
export const troubleText = ({ id, trouble, bytes }: ParameterTrouble): string => {
  const panels = [...new Set(parametersOfId(Number(id)).map(({ panel }) => t(parameterPanelNames[panel])))].join(', ');
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
