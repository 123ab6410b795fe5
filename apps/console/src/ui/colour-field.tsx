// The one field for a colour: typed as #0693E3, or picked in an area that opens under it.
import { Suspense, lazy } from 'react';
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import styles from './colour-field.module.css';
import { Field } from './field.tsx';
import type { FieldWords } from './field.tsx';
import { Popover, usePopover } from './popover.tsx';
import { Spinner } from './spinner.tsx';

const ColourPicker = lazy(async () => ({ default: (await import('./colour-picker.tsx')).ColourPicker }));

const COLOUR = /^#[\da-f]{6}$/i;

type ColourFieldProps = FieldWords & {
  /** '#0693E3' as typed; '' for none. */
  colour: string;
  onChange: (colour: string) => void;
  disabled?: boolean;
};

export const ColourField = ({ colour, onChange, disabled = false, ...words }: ColourFieldProps): ReactElement => {
  const popover = usePopover();
  const known = COLOUR.test(colour.trim());
  const wrong = known || colour === '' ? undefined : t('Write the colour as #0693E3.');
  return (
    <div {...popover.frame} className={styles.frame}>
      <Field
        {...words}
        error={words.error ?? wrong}
        value={colour}
        disabled={disabled}
        className="num"
        autoComplete="off"
        spellCheck={false}
        placeholder="#0693E3"
        onChange={(event) => onChange(event.target.value)}
        inside={
          <button
            type="button"
            className={styles.swatch}
            disabled={disabled}
            aria-label={t('Pick a colour')}
            aria-expanded={popover.open}
            onClick={popover.toggle}
          >
            <span style={known ? { background: colour } : undefined} data-none={!known} />
          </button>
        }
      />
      {popover.open && (
        <Popover label={words.label} state={popover}>
          <Suspense fallback={<Spinner size={20} />}>
            <ColourPicker colour={known ? colour : '#808080'} onChange={(picked) => onChange(picked.toUpperCase())} />
          </Suspense>
        </Popover>
      )}
    </div>
  );
};
