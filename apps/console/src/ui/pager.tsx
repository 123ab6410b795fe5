// From page to page of a list: a step back and on, and the numbers around the current page.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { pageLinks } from './page-links.ts';
import type { PageReach } from './page-links.ts';
import styles from './pager.module.css';

type PagerProps = {
  /** From 1. */
  page: number;
  pages: number;
  reach: PageReach;
  onPage: (page: number) => void;
};

export const Pager = ({ page, pages, reach, onPage }: PagerProps): ReactElement => (
  <nav className={styles.pager} aria-label={t('Pages')}>
    <Button
      look="bare"
      icon="left"
      aria-label={t('Previous page')}
      disabled={page <= 1}
      onClick={() => onPage(page - 1)}
    />
    {pageLinks(page, pages, reach).map((number) => (
      <button
        key={number}
        type="button"
        className={`${styles.page} num`}
        aria-current={number === page ? 'page' : undefined}
        aria-label={t('Page {page} of {pages}', { page: number, pages })}
        onClick={() => onPage(number)}
      >
        {number}
      </button>
    ))}
    <Button
      look="bare"
      icon="right"
      aria-label={t('Next page')}
      disabled={page >= pages}
      onClick={() => onPage(page + 1)}
    />
  </nav>
);
