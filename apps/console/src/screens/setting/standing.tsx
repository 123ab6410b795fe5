// Below a setting: how what it sets stands now, and what is wrong with it.
import { type ReactElement, type ReactNode, useId } from 'react';
import styles from './standing.module.css';

/** `trouble`: '' for none. */
type StandingProps = { title: string; trouble: string; children: ReactNode };

export const Standing = ({ title, trouble, children }: StandingProps): ReactElement => {
  const titleId = useId();
  return (
    <section className={styles.standing} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
      {trouble !== '' && <p className={styles.trouble}>{trouble}</p>}
    </section>
  );
};
