// The head of a screen: its name, what narrows what it shows, and what one can do. And the field that narrows, here and in any list.
import type { ReactElement, ReactNode } from 'react';
import styles from './screen-head.module.css';

export const ScreenHead = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <div className={styles.head}>
    <h1>{title}</h1>
    {children}
  </div>
);

type SearchFieldProps = {
  /** What is searched: shown in the empty field, and its name for screen readers. */
  label: string;
  word: string;
  onWord: (word: string) => void;
  /** Takes the keys at once. Only where it was opened to search. */
  focused?: boolean;
};

export const SearchField = ({ label, word, onWord, focused = false }: SearchFieldProps): ReactElement => (
  <input
    className="form-control"
    type="search"
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- see `focused`
    autoFocus={focused}
    placeholder={label}
    aria-label={label}
    value={word}
    onChange={(event) => onWord(event.target.value)}
  />
);
