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
  ticked: readonly number[];
  /** The ticked numbers, sorted. */
  onChange: (ticked: readonly number[]) => void;
  disabled?: boolean;
};

export const TickRow = ({
  numbers,
  nameOf = () => '',
  ticked,
  onChange,
  disabled,
  ...words
}: TickRowProps): ReactElement => {
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
              aria-label={`${words.label} ${number} ${nameOf(number)}`.trim()}
              onChange={(event) => change(number, event.target.checked)}
            />
            <span className="num">{number}</span>
            {nameOf(number) !== '' && <bdi>{nameOf(number)}</bdi>}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};
