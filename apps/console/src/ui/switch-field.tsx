// The one switch: something is on or off.
import { useId } from 'react';
import type { ReactElement } from 'react';
import { FieldNote } from './field.tsx';
import styles from './field.module.css';

type SwitchFieldProps = {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  help?: string | undefined;
  error?: string | undefined;
};

export const SwitchField = ({ label, on, onChange, help, error }: SwitchFieldProps): ReactElement => {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={`${styles.switch} form-switch`}>
        <input
          type="checkbox"
          role="switch"
          className="form-check-input"
          checked={on}
          aria-checked={on}
          aria-describedby={(error ?? help) === undefined ? undefined : `${id}-note`}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <FieldNote id={id} help={help} error={error} />
    </div>
  );
};
