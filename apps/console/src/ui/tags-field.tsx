// The one field for a list of short texts: each stands in the field as a tag that can be taken away.
import { useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { FieldFrame } from './field.tsx';
import type { FieldWords } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './tags-field.module.css';

type TagsFieldProps = FieldWords & {
  tags: readonly string[];
  /** Without repeats, in the order in which they were added. */
  onChange: (tags: readonly string[]) => void;
  disabled?: boolean;
};

const SEPARATOR = /[,;\n\r\t，；、]+/;
const piecesOf = (typed: string): string[] =>
  typed
    .split(SEPARATOR)
    .map((piece) => piece.trim())
    .filter(Boolean);

/** What its keys do: Enter and commas add, Backspace in the empty field takes the last tag away, arrows lead from tag to tag. */
const useTags = (tags: readonly string[], onChange: TagsFieldProps['onChange']) => {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const focusAt = (index: number): void => {
    const buttons = box.current?.querySelectorAll('button');
    (buttons?.[index] ?? box.current?.querySelector('input'))?.focus();
  };
  const add = (text: string): void => {
    const next = [...new Set([...tags, ...piecesOf(text)])];
    setTyped('');
    if (next.length > tags.length) onChange(next);
  };
  const remove = (index: number): void => {
    onChange(tags.filter((_, i) => i !== index));
    box.current?.querySelector('input')?.focus();
  };
  const onInputKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return; // the key belongs to the input method
    const atStart = event.currentTarget.selectionEnd === 0;
    if (key === 'Enter' && typed.trim() !== '') add(typed);
    else if (key.length === 1 && SEPARATOR.test(key)) add(typed);
    else if (key === 'Backspace' && typed === '' && tags.length > 0 && !event.repeat) remove(tags.length - 1);
    else if (key === 'ArrowLeft' && atStart && tags.length > 0) focusAt(tags.length - 1);
    else return;
    event.preventDefault();
  };
  const onTagKey = (event: KeyboardEvent, index: number): void => {
    if (event.key === 'ArrowLeft') focusAt(Math.max(0, index - 1));
    else if (event.key === 'ArrowRight') focusAt(index + 1);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (!SEPARATOR.test(text)) return;
    event.preventDefault();
    add(typed + text);
  };
  return { typed, setTyped, box, add, remove, onInputKey, onTagKey, onPaste };
};

export const TagsField = ({ tags, onChange, disabled = false, ...words }: TagsFieldProps): ReactElement => {
  const { typed, setTyped, box, add, remove, onInputKey, onTagKey, onPaste } = useTags(tags, onChange);
  return (
    <FieldFrame {...words}>
      {(control) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press beside the tags is one into the input
        <div
          ref={box}
          className={`form-control ${styles.box}`}
          data-disabled={disabled}
          data-invalid={control['aria-invalid']}
          onPointerDown={(event) => {
            if (event.target !== event.currentTarget) return;
            event.preventDefault(); // or the press takes the focus away again
            box.current?.querySelector('input')?.focus();
          }}
        >
          {tags.map((tag, index) => (
            <span key={tag} className={styles.tag}>
              <bdi>{tag}</bdi>
              <button
                type="button"
                tabIndex={-1}
                disabled={disabled}
                aria-label={t('Remove {name} from the list', { name: tag })}
                onKeyDown={(event) => onTagKey(event, index)}
                onClick={() => remove(index)}
              >
                <Icon name="close" size={10} />
              </button>
            </span>
          ))}
          <input
            {...control}
            className={styles.input}
            value={typed}
            disabled={disabled}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onInputKey}
            onPaste={onPaste}
            // What was typed and not added yet is not lost when the form is saved.
            onBlur={() => add(typed)}
          />
        </div>
      )}
    </FieldFrame>
  );
};
