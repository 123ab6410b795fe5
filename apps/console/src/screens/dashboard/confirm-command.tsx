// Asks before a command that cannot be taken back, runs it, and says why it failed.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Confirm } from '../../ui/dialog.tsx';
import styles from './dashboard.module.css';

type ConfirmCommandProps = {
  title: string;
  confirmText: string;
  /** What it means. */
  text: string;
  run: () => Promise<void>;
  onClose: () => void;
};

/** Closes when the command is done. */
export const ConfirmCommand = ({ title, confirmText, text, run, onClose }: ConfirmCommandProps): ReactElement => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await run();
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Confirm
      danger
      title={title}
      confirmText={confirmText}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{text}</p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Confirm>
  );
};
