// What all viewer pages share: spinner, red alert, title, and the twelve columns in which their tiles stand.
import { useEffect } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { usePhone, useUpright } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { phoneLayout, rowsOf, viewerLayout } from './layout.ts';
import styles from './viewer.module.css';

/** Until protocol and device are in. `away`: the server does not answer. */
export const Loading = ({ away }: { away: boolean }): ReactElement => (
  <main className={styles.middle}>
    <output className={styles.loading} aria-label={t('Loading')}>
      <Spinner size={40} />
      {away && <span>{t('The server cannot be reached. Trying again every 10 s.')}</span>}
    </output>
  </main>
);

/** The address or the server's answer is an error: nothing else is shown. */
export const ViewerAlert = ({ message }: { message: string }): ReactElement => (
  <main className={styles.middle}>
    <div className={styles.alert} role="alert">
      <h1>{t('error')}</h1>
      <p>{message}</p>
    </div>
  </main>
);

/** The page does not scroll while one picture fills it. */
const useHiddenOverflow = (hidden: boolean): void => {
  useEffect(() => {
    if (!hidden) return undefined;
    document.body.style.overflow = 'hidden';
    return () => void document.body.style.removeProperty('overflow');
  }, [hidden]);
};

type TilesProps<T> = {
  title: string;
  grid: string;
  items: readonly T[];
  /** Below the tiles. */
  footer?: ReactNode;
  children: (item: T) => ReactNode;
};

/** One tile for each item, which brings a key of its own. On a small screen a single one fills the window, several stand in one or two columns. */
export const ViewerTiles = <T,>(props: TilesProps<T>): ReactElement => {
  const { title, grid, items, footer, children } = props;
  const phone = usePhone();
  const upright = useUpright();
  const alone = phone && items.length === 1;
  useHiddenOverflow(alone);
  const layout = phone ? phoneLayout(items.length, upright) : viewerLayout(items.length, grid);
  return (
    <main className={styles.page}>
      <title>{title}</title>
      <h1 className={styles.heading}>{title}</h1>
      <div
        className={`${styles.tiles} ${alone ? styles.alone : ''}`}
        style={{
          gridTemplateRows: `repeat(${rowsOf(layout, items.length)}, minmax(0, 1fr))`,
        }}
        data-tiles={layout.perRow}
        data-span={layout.span}
        data-offset={layout.offset > 0 ? layout.perRow : 0}
      >
        {items.map((item) => children(item))}
      </div>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </main>
  );
};
