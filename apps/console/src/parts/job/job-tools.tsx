// What every job of the server shows: how far it is, and what can be done with it: stop it, try it again, take it from the list.
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './job.module.css';

/** `value` of `max`; undefined: it goes on, nobody knows how far it is. */
export const JobProgress = ({
  label,
  value,
  max = 100,
}: {
  label: string;
  value: number | undefined;
  max?: number;
}): ReactElement => <progress className={styles.progress} aria-label={label} max={max} value={value} />;

type JobToolsProps = {
  /** What is taken from the list, for who cannot see it. */
  name: string;
  isOver: boolean;
  busy?: boolean;
  /** What stopping it is called. */
  stopText: string;
  onStop: () => void;
  /** Undefined: there is nothing to try again. */
  onRetry?: (() => void) | undefined;
  /** Undefined: it cannot be taken from the list now. */
  onRemove?: (() => void) | undefined;
  className?: string | undefined;
  /** What came of it: comes first. */
  children?: ReactNode;
};

export const JobTools = (props: JobToolsProps): ReactElement => {
  const { name, isOver, busy = false, stopText, onStop, onRetry, onRemove, className, children } = props;
  const stop = (
    <Button look="bare" busy={busy} onClick={onStop}>
      {stopText}
    </Button>
  );
  const retry = onRetry !== undefined && (
    <Button look="bare" icon="refresh" busy={busy} onClick={onRetry}>
      {t('Try again')}
    </Button>
  );
  const remove = onRemove !== undefined && (
    <Button
      look="bare"
      icon="close"
      disabled={busy}
      aria-label={t('Remove {name} from the list', { name })}
      onClick={onRemove}
    />
  );
  // What can be done next stands where the button before it stood, which keeps the focus.
  return (
    <span className={className}>
      {children}
      {isOver ? retry || remove : stop}
      {isOver && retry === false ? null : remove}
    </span>
  );
};
