// The numbered list of fences or planned routes, found by number or title, with the free slot at its end.
import type { PlaceColour } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SearchField } from '../../ui/screen-head.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { shadeOf } from './colours.ts';
import styles from './zone.module.css';

export type ListedZone = {
  index: number;
  title: string;
  enable: boolean;
  colour: PlaceColour;
  devicecount: number;
  isFree: boolean;
};

type ZoneListProps = {
  label: string;
  searchLabel: string;
  rows: readonly ListedZone[];
  open: number | undefined;
  onOpen: (index: number) => void;
};

const titleOf = ({ title, isFree }: ListedZone): string =>
  isFree ? t('New') : title === '' ? t('Without a title') : title;

const Row = ({ row }: { row: ListedZone }): ReactElement => (
  <span className={styles.row}>
    <span className={`num ${styles.index}`}>{row.index}</span>
    <span className={styles.dot} style={{ background: shadeOf(row.colour) || undefined }} data-free={row.isFree} />
    <bdi className={styles.title}>{titleOf(row)}</bdi>
    {!row.isFree && (
      <span className={`soft ${styles.facts}`}>
        {row.enable ? t('{count} devices', { count: row.devicecount }) : t('Off')}
      </span>
    )}
  </span>
);

export const ZoneList = ({ label, searchLabel, rows, open, onOpen }: ZoneListProps): ReactElement => {
  const [word, setWord] = useState('');
  const found = word.trim().toLowerCase();
  const shown = rows.filter((row) => row.isFree || `${row.index} ${row.title}`.toLowerCase().includes(found));
  return (
    <div className={styles.list}>
      <SearchField label={searchLabel} word={word} onWord={setWord} />
      {found !== '' && shown.every(({ isFree }) => isFree) && <EmptyState icon="search" title={t('Nothing matches')} />}
      <ul className={styles.rows} aria-label={label}>
        {shown.map((row) => (
          <li key={row.index}>
            <button
              type="button"
              className={styles.pick}
              aria-current={row.index === open}
              onClick={() => onOpen(row.index)}
            >
              <Row row={row} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
