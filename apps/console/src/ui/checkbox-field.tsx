// What is on or off: the checkbox for what is taken along when something is saved, the switch for what changes at once.
import { useEffect, useId, useRef } from 'react';
import type { ReactElement } from 'react';
import styles from './checkbox-field.module.css';
import { FieldNote, noteId } from './field.tsx';
import type { FieldWords } from './field.tsx';

type OnOffProps = FieldWords & {
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
};
type CheckboxFieldProps = OnOffProps & {
  /** Some of what it stands for is on; a press then switches all of it on. */
  mixed?: boolean;
};
type SwitchFieldProps = OnOffProps & {
  /** What it changed is on its way: it stands as chosen and takes no other press. */
  busy?: boolean;
  /** Said when the pointer rests on it. */
  title?: string;
};

export const CheckboxField = (props: CheckboxFieldProps): ReactElement => {
  const { label, help, error, on, onChange, mixed = false, disabled } = props;
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <div className={styles.field}>
      <label className={styles.line}>
        <input
          ref={box}
          type="checkbox"
          className="form-check-input"
          checked={on && !mixed}
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={noteId(id, { help, error })}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldNote id={id} help={help} error={error} />
    </div>
  );
};

export const SwitchField = (props: SwitchFieldProps): ReactElement => {
  const { label, help, error, on, onChange, disabled = false, busy = false, title } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={`${styles.line} form-switch`} title={title}>
        <input
          type="checkbox"
          role="switch"
          className="form-check-input"
          checked={on}
          disabled={disabled}
          aria-checked={on}
          aria-busy={busy}
          // Not `disabled` while it is busy: that would take the focus away.
          aria-disabled={busy}
          aria-describedby={noteId(id, { help, error })}
          onChange={(event) => !busy && onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldNote id={id} help={help} error={error} />
    </div>
  );
};
