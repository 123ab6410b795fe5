// The keys of a screen and what they do, as the list inside its help dialog. Knows no screen.
import type { ReactElement } from 'react';
import styles from './key-list.module.css';

/** Key caps as written on the keyboard, and what they do, translated. */
export const KeyList = ({ keys }: { keys: readonly (readonly [string, string])[] }): ReactElement => (
  <dl className={styles.keys}>
    {keys.map(([key, what]) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
);
