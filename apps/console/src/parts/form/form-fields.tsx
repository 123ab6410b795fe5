// The fields of a form, which cannot be typed into before the record that they are about is there: it would take the place of what was typed.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './form-fields.module.css';

/** loading: the record is on its way. saving: another one, or a fresh form, comes after it. closed: there is no record to change. */
export type FieldsState = 'open' | 'loading' | 'saving' | 'closed';

/** What comes sooner is not announced. */
const LATE_MS = 300;

const Loading = (): ReactElement => {
  const [late, setLate] = useState(false);
  useEffect(() => systemClock.after(LATE_MS, () => setLate(true)), []);
  return (
    <output className={styles.loading}>
      {late && (
        <>
          <Spinner size={14} /> {t('Loading')}
        </>
      )}
    </output>
  );
};

/** A field loses the focus with being disabled. It has it again afterwards, unless something else was chosen meanwhile. */
const useKeptFocus = (isOpen: boolean) => {
  const fields = useRef<HTMLFieldSetElement>(null);
  const left = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!isOpen) {
      const isInside = activeElement instanceof HTMLElement && fields.current?.contains(activeElement) === true;
      if (isInside) left.current = activeElement;
      return;
    }
    if (activeElement === null || activeElement === document.body) left.current?.focus();
    left.current = undefined;
  }, [isOpen]);
  return fields;
};

type FormFieldsProps = { state: FieldsState; className?: string | undefined; children: ReactNode };

export const FormFields = ({ state, className = '', children }: FormFieldsProps): ReactElement => {
  const isOpen = state === 'open';
  const fields = useKeptFocus(isOpen);
  return (
    <fieldset
      ref={fields}
      className={`${styles.fields} ${className}`}
      disabled={!isOpen}
      aria-busy={state === 'loading' || state === 'saving'}
    >
      {state === 'loading' && <Loading />}
      {children}
    </fieldset>
  );
};
