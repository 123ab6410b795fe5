// A row of numbers, each with a tick: channels.
import { useId } from 'react';
import type { ReactElement } from 'react';
import { FieldNote } from './field.tsx';
import styles from './field.module.css';

type TickRowProps = {
  /** Names the row, and with its number each tick: 'Main stream 3'. */
  label: string;
  /** Stands beside the label. */
  help?: string | undefined;
  error?: string | undefined;
  numbers: readonly number[];
  ticked: readonly number[];
  /** The ticked numbers, sorted. */
  onChange: (ticked: readonly number[]) => void;
};

export const TickRow = ({ label, help, error, numbers, ticked, onChange }: TickRowProps): ReactElement => {
  const id = useId();
  const change = (number: number, on: boolean): void =>
    onChange(numbers.filter((each) => (each === number ? on : ticked.includes(each))));
  return (
    <fieldset className={styles.plain} aria-describedby={error === undefined ? undefined : `${id}-note`}>
      <legend>
        {label} {help !== undefined && <span className="soft">{help}</span>}
      </legend>
      <div className={styles.ticks}>
        {numbers.map((number) => (
          <label key={number}>
            <input
              type="checkbox"
              className="form-check-input"
              checked={ticked.includes(number)}
              aria-label={`${label} ${number}`}
              onChange={(event) => change(number, event.target.checked)}
            />
            <span className="num">{number}</span>
          </label>
        ))}
      </div>
      <FieldNote id={id} error={error} />
    </fieldset>
  );
};
