// The events that have a photo, as tiles: a press opens the photo, the line below says what it was.
import type { ReactElement } from 'react';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { EmptyState } from '../../ui/states.tsx';
import styles from './event-list.module.css';
import type { EventRow } from './rows.ts';
import { useSnapAddress } from './viewers.tsx';

type TileProps = { row: EventRow; address: string | undefined; onOpen: () => void };

const Tile = ({ row, address, onOpen }: TileProps): ReactElement => {
  const [failed, setFailed] = useState(false);
  const { name, vehicleid, deviceid, eventtimeutc, memo } = row;
  return (
    <li className={styles.tile}>
      <button type="button" className={styles.tileButton} onClick={onOpen}>
        {address === undefined || failed ? (
          <span className={`${styles.noPicture} soft`}>{failed && t('no picture')}</span>
        ) : (
          <img src={address} alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />
        )}
        <span className={styles.tileText}>
          <bdi className={styles.tileName}>{name}</bdi>
          <bdi>{vehicleid === '' ? deviceid : vehicleid}</bdi>
          <span className="num">{formatDateTime(eventtimeutc)}</span>
          {memo !== '' && <bdi className="soft">{memo}</bdi>}
        </span>
      </button>
    </li>
  );
};

type AlbumProps = { rows: readonly EventRow[]; onOpen: (row: EventRow, channel: number) => void };

export const EventAlbum = ({ rows, onOpen }: AlbumProps): ReactElement => {
  const addressOf = useSnapAddress();
  const withPhoto = rows.flatMap((row) => {
    const [channel] = row.snap;
    return channel === undefined ? [] : [{ row, channel }];
  });
  if (withPhoto.length === 0) return <EmptyState icon="camera" title={t('No event here has a photo')} />;
  return (
    <ul className={styles.album} aria-label={t('Album')}>
      {withPhoto.map(({ row, channel }) => (
        <Tile key={row.id} row={row} address={addressOf?.(row, channel)} onOpen={() => onOpen(row, channel)} />
      ))}
    </ul>
  );
};
