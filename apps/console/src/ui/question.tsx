// Questions in a dialog: the confirm before something that cannot be taken back, and the prompt for one line of text.
import { useId, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { isQuiet } from '../lib/refusals.ts';
import { useHere } from '../lib/use-here.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import styles from './question.module.css';
import { showFailure } from './toast.ts';

/**
 * Where it gives a promise the dialog is busy until then and closes; what failed is said, and the question stays. One that was closed
 * meanwhile closes nothing more, since another may be open in its place; what failed is then said in a toast.
 */
type Answer<Given> = (given: Given) => void | Promise<unknown>;

type Asked<Given> = { title: string; answer: Answer<Given>; onClose: () => void };

const useAnswer = <Given,>({ title, answer, onClose }: Asked<Given>) => {
  const closed = useRef(false);
  const isHere = useHere();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async (given: Given): Promise<void> => {
    const answered = answer(given);
    if (answered === undefined) return;
    setBusy(true);
    setProblem('');
    try {
      await answered;
      if (!closed.current) onClose();
    } catch (error) {
      if (!isHere() && !isQuiet(error)) showFailure(title, error);
      setProblem(error instanceof Error ? t(error.message) : String(error));
      setBusy(false);
    }
  };
  const close = (): void => {
    closed.current = true;
    onClose();
  };
  return { run, state: { busy, problem, onClose: close } };
};

type QuestionProps = {
  title: string;
  sendText: string;
  danger?: boolean;
  ready: boolean;
  busy: boolean;
  problem: string;
  /** Something in it is not as it began. */
  unsaved: boolean;
  above?: boolean;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Enter in its field sends as well. */
const Question = (props: QuestionProps): ReactElement => {
  const { title, sendText, danger = false, ready, busy, problem, unsaved, above = false } = props;
  const { onSend, onClose, children } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      above={above}
      unsaved={unsaved}
      saving={busy}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={id} look={danger ? 'danger' : 'primary'} busy={busy} disabled={!ready}>
            {sendText}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.question}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // in the tree of components a dialog may stand inside another one's form
          if (ready && !busy) onSend();
        }}
      >
        {children}
        {problem !== '' && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
};

type ConfirmProps = {
  title: string;
  /** What it means. */
  children: ReactNode;
  confirmText: string;
  danger?: boolean;
  /** What must be typed before: the name of what is lost, say. */
  typed?: string;
  /** Its fields are not as they began: a press beside it, Escape and the cross ask before that is dropped. */
  unsaved?: boolean;
  /** Opened from another dialog, which it covers. */
  above?: boolean;
  onConfirm: Answer<void>;
  onClose: () => void;
};

/** Asks before something that cannot be taken back. What can be is better done at once, with `showUndo` of toast.ts. */
export const Confirm = (props: ConfirmProps): ReactElement => {
  const { title, children, confirmText, danger = false, typed: word, unsaved = false, above = false } = props;
  const { onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const { run, state } = useAnswer({ title, answer: onConfirm, onClose });
  return (
    <Question
      {...state}
      title={title}
      sendText={confirmText}
      danger={danger}
      ready={word === undefined || typed.trim() === word}
      unsaved={unsaved}
      above={above}
      onSend={() => void run()}
    >
      <div>{children}</div>
      {word !== undefined && (
        <Field
          label={t('Type {word} to confirm', { word })}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill its one field
          autoFocus
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Question>
  );
};

type PromptProps = {
  title: string;
  label: string;
  saveText: string;
  /** As the field begins. */
  start?: string;
  help?: string;
  maxLength?: number;
  /** What is wrong with a text, in words. An empty one is not wrong, only not ready. */
  problemOf?: (text: string) => string | undefined;
  /** Gets the text without space around it. */
  onSave: Answer<string>;
  onClose: () => void;
  /** What else is chosen, under the field. */
  children?: ReactNode;
};

/** Asks for one line of text. */
export const Prompt = (props: PromptProps): ReactElement => {
  const { title, label, saveText, start = '', help, maxLength, problemOf, onSave, onClose, children } = props;
  const [typed, setTyped] = useState(start);
  const { run, state } = useAnswer({ title, answer: onSave, onClose });
  const text = typed.trim();
  const wrong = text === '' ? undefined : problemOf?.(text);
  return (
    <Question
      {...state}
      title={title}
      sendText={saveText}
      ready={text !== '' && wrong === undefined}
      unsaved={typed !== start}
      onSend={() => void run(text)}
    >
      <Field
        label={label}
        value={typed}
        maxLength={maxLength}
        autoComplete="off"
        help={help}
        error={wrong}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill its one field
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
      {children}
    </Question>
  );
};
