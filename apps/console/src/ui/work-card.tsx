// Work on many devices as an entry of a list: what it is, a bar of how far it is, the numbers in words, and its devices on demand.
import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './work-card.module.css';

/** How many devices of `all` stand where. */
export type WorkShare = { done: number; failed: number; running: number; all: number };

type WorkCardProps = {
  /** For screen readers. */
  label: string;
  /** What it is, first, then its state and buttons. */
  head: ReactNode;
  share: WorkShare;
  /** The numbers in words. */
  counts: string;
  open: boolean;
  onToggle: () => void;
  /** What the button says that shows or hides the devices. */
  toggle: string;
  /** The devices, drawn while it is open. */
  children: ReactNode;
};

const Bar = ({ done, failed, running, all }: WorkShare): ReactElement => {
  const width = (count: number) => ({ width: `${(count / Math.max(1, all)) * 100}%` });
  return (
    <div className={styles.share} aria-hidden>
      <span className={styles.done} style={width(done)} />
      <span className={styles.failed} style={width(failed)} />
      <span className={styles.running} style={width(running)} />
    </div>
  );
};

export const WorkCard = ({
  label,
  head,
  share,
  counts,
  open,
  onToggle,
  toggle,
  children,
}: WorkCardProps): ReactElement => (
  <li className={styles.card} aria-label={label}>
    <div className={styles.line}>{head}</div>
    <Bar {...share} />
    <div className={styles.line}>
      <output className="soft num">{counts}</output>
      <Button look="bare" aria-expanded={open} onClick={onToggle}>
        {toggle}
      </Button>
    </div>
    {open && children}
  </li>
);
