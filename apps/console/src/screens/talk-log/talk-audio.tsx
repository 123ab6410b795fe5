// The sound of talks in their log: a cell with its two controls, and the player of what is listened to.
import { type TalkAudio, talkAudioAddress, type TalkLogRow } from '@outrider/contract';
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import styles from './talk-log.module.css';

/** What is listened to. Cells are drawn apart from the player. */
const heard = createStore<{ readonly address: string; readonly title: string } | undefined>(() => undefined);

const fileName = (address: string): string => /([^/]+)\?/.exec(address)?.[1] ?? '';

type TalkAudioCellProps = { row: TalkLogRow; audio: TalkAudio; kept: boolean; name: string };

/** Without a recording the controls are there and do nothing: the log says of each talk whether it was kept. */
export const TalkAudioCell = ({ row, audio, kept, name }: TalkAudioCellProps): ReactElement => {
  const title = `${name} · ${row.deviceid} · ${formatDateTime(row.begintime)}`;
  const address = talkAudioAddress(row, audio);
  const download = t('Download {name}', { name: title });
  return (
    <span className={styles.controls}>
      {kept ? (
        <a
          className="btn btn-sm btn-outline-secondary"
          href={address}
          download={fileName(address)}
          aria-label={download}
        >
          {t('Download')}
        </a>
      ) : (
        <Button disabled aria-label={download}>
          {t('Download')}
        </Button>
      )}
      <Button
        disabled={!kept}
        aria-label={t('Listen to {name}', { name: title })}
        onClick={() => heard.setState({ address, title }, true)}
      >
        {t('Listen')}
      </Button>
    </span>
  );
};

/** Nothing until something is listened to; it stops when the screen is left. */
export const TalkPlayer = (): ReactElement | null => {
  const now = useStore(heard);
  useEffect(() => () => heard.setState(undefined, true), []);
  if (now === undefined) return null;
  return (
    <figure className={styles.player}>
      <figcaption>{now.title}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what was said is written nowhere */}
      <audio key={now.address} src={now.address} controls autoPlay aria-label={now.title} />
    </figure>
  );
};
