// A row of numbers, each with a tick: channels.
import type { ReactElement } from 'react';
import { FieldGroup } from './field.tsx';
import type { FieldWords } from './field.tsx';
import styles from './tick-row.module.css';

/** The label names the row, and with its number each tick: 'Main stream 3'. The help stands beside it. */
type TickRowProps = FieldWords & {
  numbers: readonly number[];
  /** What a number is called; '' for nothing more than the number. */
  nameOf?: (number: number) => string;
  /** People know these by their names alone: places of bits, say. */
  nameOnly?: boolean;
  ticked: readonly number[];
  /** The ticked numbers, sorted. */
  onChange: (ticked: readonly number[]) => void;
  disabled?: boolean;
};

export const TickRow = ({
  numbers,
  nameOf = () => '',
  nameOnly = false,
  ticked,
  onChange,
  disabled,
  ...words
}: TickRowProps): ReactElement => {
  const numberOf = (number: number): string => (nameOnly && nameOf(number) !== '' ? '' : String(number));
  const change = (number: number, on: boolean): void =>
    onChange(numbers.filter((each) => (each === number ? on : ticked.includes(each))));
  return (
    <FieldGroup {...words} helpBeside>
      <div className={`${styles.ticks} ${numbers.some((number) => nameOf(number) !== '') ? styles.named : ''}`}>
        {numbers.map((number) => (
          <label key={number}>
            <input
              type="checkbox"
              className="form-check-input"
              checked={ticked.includes(number)}
              disabled={disabled}
              aria-label={[words.label, numberOf(number), nameOf(number)].filter((text) => text !== '').join(' ')}
              onChange={(event) => change(number, event.target.checked)}
            />
            {numberOf(number) !== '' && <span className="num">{number}</span>}
            {nameOf(number) !== '' && <bdi>{nameOf(number)}</bdi>}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};
