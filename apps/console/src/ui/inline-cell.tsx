// A text that is changed where it stands: in a table, in a heading. Enter saves, Escape leaves it as it was.
import { ChangedError } from '@outrider/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { isQuiet } from '../lib/refusals.ts';
import styles from './inline-cell.module.css';
import { Spinner } from './spinner.tsx';
import { showFailure } from './toast.ts';

type InlineCellProps = {
  /** What the text is: 'Name of TRK-104'. */
  label: string;
  text: string;
  /** Of the record that `text` is of; 0 where it has none. */
  version?: number;
  /**
   * Rejects with the reason when it was not saved: then it is said, and what was typed stays. `version`: what the one who types has seen,
   * who may have begun before somebody else changed the text.
   */
  onSave: (text: string, version: number) => Promise<unknown>;
  /** What is wrong with a text, in words. */
  problemOf?: (text: string) => string | undefined;
  disabled?: boolean;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? t(error.message) : String(error));

const changeIn = (error: unknown): ChangedError['changed'] | undefined => {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof ChangedError) return each.changed;
  return undefined;
};

/** The text that is being changed, as it stood when that began, and its version. */
const useBegun = ({ text, version = 0 }: InlineCellProps) => {
  const begun = useRef({ text, version });
  return {
    begin: (): void => void (begun.current = { text, version }),
    /** Typed or only opened: there is nothing to save, whatever stands there by now. */
    is: (next: string): boolean => next === begun.current.text,
    /** Where only other parts of the record were changed since, nothing of somebody else's is replaced. */
    version: (): number =>
      text === begun.current.text ? Math.max(version, begun.current.version) : begun.current.version,
    /** Who saved meanwhile is said, so that saving again replaces it. */
    refused: (error: unknown): void => {
      begun.current.version = changeIn(error)?.updatetime ?? begun.current.version;
    },
  };
};

/**
 * A cell that goes with its row gets no blur: what is typed in it by then is saved as well. `holds` says what that is: not what a save has
 * or has refused, nor what Escape has dropped, at once and not with the next drawing, which may not come. A refusal that comes after the
 * cell has gone is said in a toast, unless who saves has one for it.
 */
const useSaveOnGoing = ({ label, onSave, problemOf }: InlineCellProps, begun: ReturnType<typeof useBegun>) => {
  const unsaved = useRef<string>(undefined);
  const gone = useRef(false);
  const refuse = (error: unknown): void => {
    if (!isQuiet(error)) showFailure(label, error);
  };
  const onGone = useEffectEvent((): void => {
    const next = unsaved.current?.trim();
    if (next === undefined || begun.is(next) || problemOf?.(next) !== undefined) return;
    onSave(next, begun.version()).catch(refuse);
  });
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      onGone();
    };
  }, []);
  return { holds: (typed: string | undefined): void => void (unsaved.current = typed), gone, refuse };
};

const useInlineEdit = (props: InlineCellProps) => {
  const { text, onSave, problemOf } = props;
  const [typed, setTyped] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const begun = useBegun(props);
  const { holds, gone, refuse } = useSaveOnGoing(props, begun);
  const problem = (typed === undefined ? undefined : problemOf?.(typed.trim())) ?? refusal;
  const edit = (next: string | undefined): void => {
    setTyped(next);
    setRefusal('');
  };
  const leave = (): void => {
    holds(undefined);
    edit(undefined);
  };
  const type = (next: string): void => {
    holds(next);
    edit(next);
  };
  const begin = (): void => {
    begun.begin();
    edit(text);
  };
  const save = async (): Promise<void> => {
    const next = typed?.trim();
    if (busy || next === undefined || problemOf?.(next) !== undefined) return;
    if (begun.is(next)) return leave();
    setBusy(true);
    setRefusal('');
    holds(undefined);
    try {
      await onSave(next, begun.version());
      leave();
    } catch (error) {
      begun.refused(error);
      if (gone.current) refuse(error);
      else setRefusal(reasonOf(error));
    }
    setBusy(false);
  };
  return { typed, begin, type, busy, problem, refused: refusal !== '', save, leave };
};

type ShownProps = Pick<InlineCellProps, 'label' | 'text' | 'disabled'> & { onBegin: () => void };

const Shown = ({ label, text, disabled, onBegin }: ShownProps): ReactElement => (
  <button
    type="button"
    className={styles.text}
    disabled={disabled}
    aria-label={t('Change {what}: {text}', { what: label, text: text === '' ? '–' : text })}
    onClick={(event) => {
      event.stopPropagation(); // the row around it opens
      onBegin();
    }}
    onKeyDown={(event) => {
      if (event.key === 'F2') onBegin();
      if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
    }}
  >
    <bdi>{text === '' ? '–' : text}</bdi>
  </button>
);

/** A press, Enter or F2 begins. What is typed is saved when the focus leaves, too, but not again what was refused: that takes Enter. */
export const InlineCell = (props: InlineCellProps): ReactElement => {
  const { label, text, disabled = false } = props;
  const { typed, begin, type, busy, problem, refused, save, leave } = useInlineEdit(props);
  const editing = typed !== undefined;
  const frame = useRef<HTMLSpanElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    const input = frame.current?.querySelector('input');
    input?.focus();
    input?.select();
    if (!editing && document.activeElement === document.body) frame.current?.querySelector('button')?.focus();
  }, [editing]);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation(); // the row around it has keys of its own
    if (event.nativeEvent.isComposing) return; // the key belongs to the input method
    if (event.key === 'Enter') void save();
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
  };
  if (!editing)
    return (
      <span ref={frame} className={styles.cell}>
        <Shown label={label} text={text} disabled={disabled} onBegin={begin} />
      </span>
    );
  return (
    <span ref={frame} className={styles.cell}>
      <input
        className={`form-control ${styles.input}`}
        aria-label={label}
        aria-invalid={problem !== ''}
        aria-busy={busy}
        readOnly={busy}
        value={typed}
        autoComplete="off"
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => void (refused || save())}
      />
      {busy && <Spinner size={14} />}
      {problem !== '' && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
};
