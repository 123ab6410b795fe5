// Numbers that a task monitor sets: shown as they are by default until the server says, then what somebody types.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { FormFields } from '../../parts/form/form-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './monitor.module.css';

/** `letter`: of the message that sets it. */
export type Limit = { letter: string; label: string; min: number; max: number; byDefault: number };

type LimitFormProps = {
  limits: readonly Limit[];
  /** By letter; undefined until the server has said. */
  held: Readonly<Record<string, number>> | undefined;
  connected: boolean;
  set: (letters: Record<string, number>) => void;
};

export const LimitForm = ({ limits, held, connected, set }: LimitFormProps): ReactElement => {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [taken, setTaken] = useState(false);
  // Once for each connection: what somebody types must not be overwritten every two seconds.
  if (taken && !connected) setTaken(false);
  if (!taken && connected && held !== undefined) {
    setTaken(true);
    setTyped(Object.fromEntries(Object.entries(held).map(([letter, value]) => [letter, String(value)])));
  }
  const valueOf = ({ letter, byDefault }: Limit): string => typed[letter] ?? String(byDefault);
  return (
    <form
      className={styles.limits}
      onSubmit={(event) => {
        event.preventDefault();
        set(Object.fromEntries(limits.map((limit) => [limit.letter, Number(valueOf(limit))])));
      }}
    >
      <FormFields state={taken ? 'open' : connected ? 'loading' : 'closed'} className={styles.numbers}>
        {limits.map((limit) => (
          <Field
            key={limit.letter}
            label={limit.label}
            type="number"
            required
            min={limit.min}
            max={limit.max}
            step={1}
            value={valueOf(limit)}
            onChange={({ target: { value } }) => setTyped((now) => ({ ...now, [limit.letter]: value }))}
          />
        ))}
      </FormFields>
      <Button type="submit" disabled={!connected}>
        {t('Set')}
      </Button>
    </form>
  );
};
