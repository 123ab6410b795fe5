// The one spinner: something is on its way. It turns in the colour of the text around it.
import type { ReactElement } from 'react';
import styles from './spinner.module.css';

/** `size` in pixels. Says nothing to those who hear the page: the words beside it do. */
export const Spinner = ({ size }: { size: number }): ReactElement => (
  <span className={styles.spinner} style={{ fontSize: size }} data-spinner="" aria-hidden="true" />
);
