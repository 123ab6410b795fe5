// The one field for a time of day, typed as 07:30, 7:30 or 730. Arrow keys move the hour or the minute that the cursor is in.
import type { KeyboardEvent, ReactElement } from 'react';
import { Field } from './field.tsx';
import type { FieldWords } from './field.tsx';
import { useTyped } from './use-typed.ts';

const DAY_MINUTES = 24 * 60;
const two = (n: number): string => String(n).padStart(2, '0');

/** '07:30'; nothing for NaN. */
export const timeText = (minutes: number): string =>
  Number.isNaN(minutes) ? '' : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Minutes since midnight; NaN for what is no time of day. */
export const timeMinutes = (typed: string): number => {
  const [, hour, minute] = /^(\d{1,2})[:.]?(\d{2})$/.exec(typed.trim()) ?? [];
  const [h, m] = [Number(hour), Number(minute)];
  return h < 24 && m < 60 ? h * 60 + m : Number.NaN;
};

type TimeFieldProps = FieldWords & {
  /** Minutes since midnight; NaN while no time stands there. */
  minutes: number;
  onChange: (minutes: number) => void;
  disabled?: boolean;
};

export const TimeField = ({ minutes, onChange, ...field }: TimeFieldProps): ReactElement => {
  const [typed, type] = useTyped(minutes, timeText, timeMinutes);
  const step = (event: KeyboardEvent<HTMLInputElement>): void => {
    if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || Number.isNaN(minutes)) return;
    event.preventDefault();
    const input = event.currentTarget;
    const cursor = input.selectionStart ?? 0;
    const hourEnd = input.value.search(/[:.]/);
    const unit = cursor <= (hourEnd < 0 ? input.value.length - 2 : hourEnd) ? 60 : 1;
    const next = (minutes + (event.key === 'ArrowUp' ? unit : -unit) + DAY_MINUTES) % DAY_MINUTES;
    const text = timeText(next);
    // Written at once, so that the cursor can be put back where it was.
    input.value = text;
    input.setSelectionRange(cursor, cursor);
    type(text);
    onChange(next);
  };
  return (
    <Field
      {...field}
      className="num"
      value={typed}
      inputMode="numeric"
      autoComplete="off"
      placeholder="07:30"
      onKeyDown={step}
      // What is no time stays, to be corrected.
      onBlur={() => {
        if (!Number.isNaN(minutes)) type(timeText(minutes));
      }}
      onChange={(event) => {
        type(event.target.value);
        onChange(timeMinutes(event.target.value));
      }}
    />
  );
};
