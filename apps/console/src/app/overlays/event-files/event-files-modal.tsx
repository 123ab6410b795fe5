// One picture or clip of an event, large; the others of the event one after the other. What comes later joins them by itself.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { type DeviceFile, fileAddress } from '@outrider/contract';
import { t } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { labelOf, shapeOf } from '../../../parts/event-files/file-shape.ts';
import { type EventFiles, useEventFiles } from '../../../parts/event-files/use-event-files.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/states.tsx';
import type { OverlayProps } from '../../../parts/overlay-store.ts';
import styles from './event-files.module.css';

const Large = ({ file }: { file: DeviceFile }): ReactElement => {
  const address = fileAddress(file.id);
  switch (shapeOf(file)) {
    case 'picture':
      return <img className={styles.large} src={address} alt={file.name} />;
    case 'clip':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a recorder filmed has no captions
      return <video className={styles.large} src={address} controls autoPlay muted playsInline />;
    case 'sound':
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <audio src={address} controls />;
    case 'file':
      return <p className="soft">{t('This file cannot be shown here. Download it.')}</p>;
  }
};

const Foot = ({
  files,
  at,
  onMove,
}: {
  files: readonly DeviceFile[];
  at: number;
  onMove: (id: number) => void;
}): ReactElement => {
  const step = (by: number): void => {
    const next = files[(at + by + files.length) % files.length];
    if (next !== undefined) onMove(next.id);
  };
  const file = files[at];
  return (
    <>
      {files.length > 1 && (
        <>
          <span className={`${styles.count} soft num`}>
            {at + 1} / {files.length}
          </span>
          <Button icon="left" aria-label={t('Previous')} onClick={() => step(-1)} />
          <Button icon="right" aria-label={t('Next')} onClick={() => step(1)} />
        </>
      )}
      {file !== undefined && (
        <a className={styles.save} href={fileAddress(file.id, true)} download={file.name}>
          {t('Download')}
        </a>
      )}
    </>
  );
};

/** In the place of a file: it is on its way, cannot be asked for, or is gone. */
const None = ({ told, error, retry }: Pick<EventFiles, 'told' | 'error' | 'retry'>): ReactElement => {
  if (told) return <EmptyState icon="info" title={t('This event has no pictures or clips any more')} />;
  return error === null ? <Spinner size={24} /> : <ErrorPanel error={error} retry={retry} />;
};

export const EventFilesModal = ({ serialno, fileId, onClose }: OverlayProps<'eventFiles'>): ReactElement => {
  const [id, setId] = useState(fileId);
  const { files: all, told, error, retry } = useEventFiles([serialno]);
  const files = all.get(serialno) ?? [];
  const at = Math.max(
    0,
    files.findIndex((file) => file.id === id),
  );
  const file = files[at];
  return (
    <Dialog
      title={file === undefined ? t('Pictures and clips') : `${labelOf(file)} · ${formatDateTime(file.time)}`}
      onClose={onClose}
      room
      actions={<Foot files={files} at={at} onMove={setId} />}
    >
      <div className={styles.stage}>
        {file === undefined ? <None told={told} error={error} retry={retry} /> : <Large key={file.id} file={file} />}
      </div>
    </Dialog>
  );
};
