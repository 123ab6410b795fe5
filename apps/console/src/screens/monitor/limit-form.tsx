// Numbers that a task monitor sets: shown as they are by default until the server says, then what somebody types.
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
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
  const taken = useRef(false);
  useEffect(() => {
    // Once for each connection: what somebody types must not be overwritten every two seconds.
    if (!connected) taken.current = false;
    else if (held !== undefined && !taken.current) {
      taken.current = true;
      setTyped(Object.fromEntries(Object.entries(held).map(([letter, value]) => [letter, String(value)])));
    }
  }, [connected, held]);
  const valueOf = ({ letter, byDefault }: Limit): string => typed[letter] ?? String(byDefault);
  return (
    <form
      className={styles.limits}
      onSubmit={(event) => {
        event.preventDefault();
        set(Object.fromEntries(limits.map((limit) => [limit.letter, Number(valueOf(limit))])));
      }}
    >
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
      <Button type="submit" disabled={!connected}>
        {t('Set')}
      </Button>
    </form>
  );
};
