// What opens over the list of events: a photo, a clip, or the place of one event.
import { footageAddress, getFootageInfo, mapSetting, snapAddress } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatTime } from '../../lib/time.ts';
import type { Marker } from '../../map/marker.ts';
import { webglSupport } from '../../map/webgl.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { MapGround } from '../tiles/map-tile.tsx';
import { useStreamPlace } from '../tiles/use-addresses.ts';
import { coordinatesText } from '../device-place.ts';
import { titleOf } from './columns.tsx';
import styles from './event-list.module.css';
import type { EventRow } from './rows.ts';

/** Where the photos of events are: the stream port, as the server tells it; behind a proxy with one port, the page's own. */
export const useSnapAddress = (): ((row: EventRow, channel: number) => string) | undefined => {
  const place = useStreamPlace();
  return useMemo(() => {
    if (place === undefined) return undefined;
    const { secure, hostname, streamPort } = place;
    const origin = streamPort === undefined ? '' : `${secure ? 'https' : 'http'}://${hostname}:${streamPort}`;
    return (row, channel) => origin + snapAddress(row, channel);
  }, [place]);
};

type ChannelsProps = { channels: readonly number[]; channel: number; onChannel: (channel: number) => void };

const Channels = ({ channels, channel, onChannel }: ChannelsProps): ReactElement | null =>
  channels.length < 2 ? null : (
    <fieldset className={styles.channels} aria-label={t('Channels')}>
      {channels.map((each) => (
        <Button key={each} aria-pressed={each === channel} onClick={() => onChannel(each)}>
          {each}
        </Button>
      ))}
    </fieldset>
  );

const Gone = (): ReactElement => (
  <EmptyState title={t('This file is not here any more')}>
    {t('Press DL to fetch it from the device again.')}
  </EmptyState>
);

type ViewerProps = { row: EventRow; channel: number; onChannel: (channel: number) => void; onClose: () => void };

export const PhotoDialog = ({ row, channel, onChannel, onClose }: ViewerProps): ReactElement => {
  const addressOf = useSnapAddress();
  const address = addressOf?.(row, channel);
  const [failed, setFailed] = useState<string>();
  return (
    <Dialog
      title={titleOf(row)}
      onClose={onClose}
      room
      actions={
        <>
          <Channels channels={row.snap} channel={channel} onChannel={onChannel} />
          {address !== undefined && (
            <LinkButton icon="download" href={address} target="_blank" rel="noreferrer">
              {t('Open')}
            </LinkButton>
          )}
        </>
      }
    >
      <div className={styles.stage}>
        {address === undefined && <Skeleton rows={6} />}
        {address !== undefined && failed === address && <Gone />}
        {address !== undefined && failed !== address && (
          <img
            className={styles.large}
            src={address}
            alt={t('Photo of channel {channel}, event {number}', { channel, number: row.serialno })}
            onError={() => setFailed(address)}
          />
        )}
      </div>
    </Dialog>
  );
};

const ClipSpan = ({ row, channel }: { row: EventRow; channel: number }): ReactElement | null => {
  const { data } = useCall(getFootageInfo, { s: row.serialno, c: channel });
  if (data === undefined || !('start' in data)) return null;
  return (
    <span className={`${styles.span} soft num`}>
      {t('{start} to {end}', { start: formatTime(data.start), end: formatTime(data.end) })}
    </span>
  );
};

export const VideoDialog = ({ row, channel, onChannel, onClose }: ViewerProps): ReactElement => {
  const address = footageAddress(row, channel);
  const [failed, setFailed] = useState<string>();
  return (
    <Dialog
      title={titleOf(row)}
      onClose={onClose}
      room
      actions={
        <>
          <ClipSpan row={row} channel={channel} />
          <Channels channels={row.download} channel={channel} onChannel={onChannel} />
          <LinkButton icon="download" href={address} download>
            {t('Download')}
          </LinkButton>
        </>
      }
    >
      <div className={styles.stage}>
        {failed === address ? (
          <Gone />
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a recorder filmed has no captions
          <video
            key={address}
            className={styles.large}
            src={address}
            aria-label={t('Video of channel {channel}, event {number}', { channel, number: row.serialno })}
            controls
            autoPlay
            muted
            playsInline
            onError={() => setFailed(address)}
          />
        )}
      </div>
    </Dialog>
  );
};

const markerOf = ({ deviceid, vehiclex, vehicley, eventtimeutc }: EventRow): Marker | undefined =>
  vehiclex === null || vehicley === null
    ? undefined
    : {
        id: deviceid,
        lat: vehiclex,
        lng: vehicley,
        heading: 0,
        state: 'alarm',
        fault: false,
        label: '',
        timeMs: eventtimeutc,
      };

export const MapDialog = ({ row, onClose }: { row: EventRow; onClose: () => void }): ReactElement => {
  const sources = useCall(mapSetting.load, {}).data;
  const marker = useMemo(() => markerOf(row), [row]);
  const [support] = useState(webglSupport);
  return (
    <Dialog title={titleOf(row)} onClose={onClose} wide>
      <div className={styles.map}>
        {support !== 'yes' && <EmptyState icon="map" title={t('This browser cannot draw a map')} />}
        {support === 'yes' && marker !== undefined && sources !== undefined && (
          <MapGround sources={sources} marker={marker} trail={[]} />
        )}
      </div>
      {marker !== undefined && <p className={`${styles.place} soft num`}>{coordinatesText(marker)}</p>}
    </Dialog>
  );
};
