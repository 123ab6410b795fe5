// The pictures, sounds and clips of one event as small ones in a row; a click opens the large view over the page. Below them how far
// asking the device for them is.
import type { ReactElement } from 'react';
import { type DeviceFile, type FileRequest, fileAddress } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { openOverlay } from '../overlay-store.ts';
import styles from './event-album.module.css';
import { type FileShape, labelOf, shapeOf } from './file-shape.ts';
import { RequestLine } from './request-line.tsx';

/** More are behind the last one, in the large view. */
const MOST_SHOWN = 4;

const icons: Readonly<Record<Exclude<FileShape, 'picture'>, IconName>> = {
  clip: 'playback',
  sound: 'sound',
  file: 'download',
};

const Small = ({ file, more, onOpen }: { file: DeviceFile; more: number; onOpen: () => void }): ReactElement => {
  const shape = shapeOf(file);
  const label = labelOf(file);
  return (
    <button type="button" className={styles.small} aria-label={label} title={label} onClick={onOpen}>
      {shape === 'picture' ? (
        <img src={fileAddress(file.id)} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <Icon name={icons[shape]} size={20} />
      )}
      {more > 0 && <span className={`${styles.more} num`}>+{more}</span>}
    </button>
  );
};

type AlbumProps = { serialno: number; files: readonly DeviceFile[]; request: FileRequest | undefined };

/** Nothing where there are no files and none are asked for. */
export const EventAlbum = ({ serialno, files, request }: AlbumProps): ReactElement => (
  <>
    <Pictures serialno={serialno} files={files} />
    {request !== undefined && <RequestLine request={request} />}
  </>
);

const Pictures = ({ serialno, files }: Omit<AlbumProps, 'request'>): ReactElement | null => {
  if (files.length === 0) return null;
  const shown = files.slice(0, MOST_SHOWN);
  const behind = files.length - shown.length;
  return (
    <fieldset className={styles.album} aria-label={t('Pictures and clips')}>
      {shown.map((file, i) => (
        <Small
          key={file.id}
          file={file}
          more={i === shown.length - 1 ? behind : 0}
          onOpen={() => openOverlay({ kind: 'eventFiles', serialno, fileId: file.id })}
        />
      ))}
    </fieldset>
  );
};
