// The one choice of several among some words: a button that says what is chosen and opens the list.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { FieldFrame } from './field.tsx';
import type { FieldWords } from './field.tsx';
import styles from './multi-select-field.module.css';
import { OptionList } from './option-list.tsx';
import { Popover, usePopover } from './popover.tsx';

type MultiSelectFieldProps = FieldWords & {
  options: readonly { readonly value: string; readonly name: string }[];
  chosen: readonly string[];
  /** The chosen values: those without an option, then the others in the order of the options. */
  onChange: (chosen: readonly string[]) => void;
  disabled?: boolean;
};

/** Arrow down opens the list as well; Escape goes back to the button. */
export const MultiSelectField = (props: MultiSelectFieldProps): ReactElement => {
  const { options, chosen, onChange, disabled, ...words } = props;
  const popover = usePopover();
  const ticked = new Set(chosen);
  const names = options.filter(({ value }) => ticked.has(value)).map(({ name }) => name);
  const text = names.length === 0 ? t('none') : names.join(', ');
  const known = options.map(({ value }) => value);
  /** What has no option here, and so cannot be seen, stays as it is. */
  const unseen = chosen.filter((value) => !known.includes(value));
  const take = (next: ReadonlySet<string>): void => onChange([...unseen, ...known.filter((value) => next.has(value))]);
  return (
    <FieldFrame {...words}>
      {(control) => (
        <div {...popover.frame} className={styles.frame}>
          <button
            id={control.id}
            type="button"
            className={`form-select ${styles.button}`}
            disabled={disabled}
            aria-label={`${words.label}: ${text}`}
            aria-describedby={control['aria-describedby']}
            aria-haspopup="listbox"
            aria-expanded={popover.open}
            data-invalid={control['aria-invalid']}
            onClick={popover.toggle}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' || popover.open) return;
              event.preventDefault();
              popover.toggle();
            }}
          >
            <span className={names.length === 0 ? 'soft' : undefined}>{text}</span>
            {names.length > 1 && <span className={`${styles.count} num`}>{names.length}</span>}
          </button>
          {popover.open && (
            <Popover label={words.label} state={popover}>
              <div className={styles.list}>
                <OptionList
                  label={words.label}
                  ids={options.map(({ value }) => value)}
                  chosen={ticked}
                  nameOf={(id) => options.find(({ value }) => value === id)?.name ?? id}
                  focused
                  onToggle={(id) =>
                    take(new Set(ticked.has(id) ? chosen.filter((each) => each !== id) : [...chosen, id]))
                  }
                  onToggleAll={() => take(new Set(names.length === options.length ? [] : options.map((o) => o.value)))}
                />
              </div>
            </Popover>
          )}
        </div>
      )}
    </FieldFrame>
  );
};
