// /dlplayback and /dlremote: fetches what the server or the device recorded, packs it to MP4 in this browser and saves it.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { formatDateTime, formatDuration, formatTime, localZone } from '../../lib/time.ts';
import { localPlaybackAddresses } from '../../player/recorded/playback-address.ts';
import { anyStreamId } from '../../player/recorded/playback-kit.ts';
import { remotePlaybackAddresses } from '../../player/recorded/remote-address.ts';
import type { StreamPlace } from '../../player/stream-address.ts';
import { Button } from '../../ui/button.tsx';
import { oneChannel } from './address.ts';
import type { DownloadAddress } from './address.ts';
import styles from './download-page.module.css';
import { downloadName } from './file-name.ts';
import { Loading, ViewerAlert } from './frame.tsx';
import { useDownload } from './use-download.ts';
import type { DownloadState, DownloadRequest } from './use-download.ts';
import { useViewer } from './use-viewer.ts';
import type { Ready } from './use-viewer.ts';

type DownloadPageProps = { page: 'dlplayback' | 'dlremote'; address: DownloadAddress };

/** Of one channel, as fast as it goes; a device is asked for its main stream. */
const addressesOf = ({ page, address }: DownloadPageProps, place: StreamPlace, channel: number): readonly string[] => {
  const { deviceId, startS, durationS } = address;
  const startMs = startS * 1000;
  const common = { deviceId, channel, streamId: anyStreamId(), speed: 1, cover: true };
  return page === 'dlplayback'
    ? localPlaybackAddresses(place, { ...common, timeMs: startMs })
    : remotePlaybackAddresses(place, {
        ...common,
        channels: [channel],
        startMs,
        endMs: startMs + durationS * 1000,
        main: true,
      });
};

const requestOf = (asked: DownloadPageProps, { device, place }: Ready): DownloadRequest => {
  const { deviceId, startS, durationS, fileName } = asked.address;
  const channel = oneChannel(asked.address, device.chmask);
  return {
    addresses: addressesOf(asked, place, channel),
    startMs: startS * 1000,
    endMs: (startS + durationS) * 1000,
    title: `${deviceId} ch${channel}`,
    name: downloadName({ wanted: fileName, deviceId, startS, channel }),
  };
};

const statusOf = ({ stage }: DownloadState): string => {
  switch (stage) {
    case 'downloading':
      return t('Downloading');
    case 'packing':
      return t('Wait for pack to MP4...');
    case 'done':
      return t('Pack to MP4 done.');
    case 'failed':
      return t('Download fail');
    case 'cancelled':
      return t('Cancelled');
    default:
      stage satisfies never;
      return '';
  }
};

/** Why it failed, in words; '' when there are none. */
const faultText = ({ fault }: DownloadState): string => {
  if (fault === undefined) return '';
  switch (fault.reason) {
    case 'unopened':
      return t('No stream could be opened: this account may not play recordings, or the server is away.');
    case 'lost':
      return fault.message === '' ? t('The connection broke before everything had come.') : t(fault.message);
    case 'silent':
      return t('Nothing came any more.');
    case 'pack':
      return t('No file could be made of what came.');
    case 'told':
    case 'empty':
      return t(fault.message);
    default:
      fault.reason satisfies never;
      return '';
  }
};

type CardProps = { request: DownloadRequest; heading: string; again: () => void };

const Card = ({ request, heading, again }: CardProps): ReactElement => {
  const download = useDownload(request);
  const { stage, bytes, atMs, file } = download;
  const { startMs, endMs, name } = request;
  const comes = stage === 'downloading';
  return (
    <main className={styles.page}>
      <title>{heading}</title>
      <section className={styles.card} aria-label={heading} data-stage={stage}>
        <h1>{heading}</h1>
        <p className="soft">
          {`${formatDateTime(startMs)} – ${formatTime(endMs)} (${localZone(startMs)}) · ${formatDuration(endMs - startMs)}`}
        </p>
        <p className={`num ${styles.size}`} data-field="size">{`${Math.floor(bytes / 1024)} KB`}</p>
        <progress
          className={styles.progress}
          aria-label={t('Progress')}
          max={endMs - startMs}
          {...(stage === 'packing' ? {} : { value: stage === 'done' ? endMs - startMs : atMs - startMs })}
        />
        <output className={styles.status}>{statusOf(download)}</output>
        {stage === 'failed' && <p className={styles.fault}>{faultText(download)}</p>}
        <p className={styles.name}>{name}</p>
        <p className={styles.actions}>
          {comes && <Button onClick={download.cancel}>{t('Cancel')}</Button>}
          {(stage === 'failed' || stage === 'cancelled') && (
            <Button look="primary" icon="refresh" onClick={again}>
              {t('Try again')}
            </Button>
          )}
          {file !== undefined && (
            <Button icon="download" onClick={() => saveBlob(file, name)}>
              {t('Save once more')}
            </Button>
          )}
        </p>
      </section>
    </main>
  );
};

const Download = ({ ready, ...asked }: DownloadPageProps & { ready: Ready }): ReactElement => {
  const [{ request, attempt }, setAsked] = useState(() => ({ request: requestOf(asked, ready), attempt: 1 }));
  const again = (): void => setAsked({ request: requestOf(asked, ready), attempt: attempt + 1 });
  const channel = oneChannel(asked.address, ready.device.chmask);
  const heading = t('{device} channel {channel} download', { device: asked.address.deviceId, channel });
  return <Card key={attempt} request={request} heading={heading} again={again} />;
};

export const DownloadPage = ({ page, address }: DownloadPageProps): ReactElement => {
  const state = useViewer(page, address);
  if (state.kind === 'loading') return <Loading away={state.away} />;
  if (state.kind === 'error') return <ViewerAlert message={state.message} />;
  return <Download page={page} address={address} ready={state} />;
};
