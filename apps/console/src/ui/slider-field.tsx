// The one field for a number of which only about how much matters: volume, brightness. What must be exact is a number field.
import type { ReactElement } from 'react';
import { FieldFrame } from './field.tsx';
import type { FieldWords } from './field.tsx';
import styles from './slider-field.module.css';

type SliderFieldProps = FieldWords & {
  value: number;
  min: number;
  max: number;
  step?: number | undefined;
  unit?: string | undefined;
  onChange: (value: number) => void;
  disabled?: boolean;
};

/** Arrows move one step, Page up and down ten of them at most, Home and End to the ends: as the browser has it. */
export const SliderField = (props: SliderFieldProps): ReactElement => {
  const { value, min, max, step = 1, unit, onChange, disabled, ...words } = props;
  const text = unit === undefined ? String(value) : `${value} ${unit}`;
  return (
    <FieldFrame {...words} beside={<output className={`${styles.value} num`}>{text}</output>}>
      {(control) => (
        <input
          {...control}
          type="range"
          className={styles.slider}
          min={min}
          max={max}
          step={step}
          value={value}
          disabled={disabled}
          aria-valuetext={text}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </FieldFrame>
  );
};
