// What is known of a device that is off line: its name, since when, why, and where it was last. Under the words of the documents.
import { postLinkEnd } from '@outrider/contract';
import type { Device, LinkEnd } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { Fact } from '../../ui/fact.tsx';
import { Age } from '../../ui/live-text.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { coordinatesText, placeOf } from '../device-place.ts';
import { PlaceName } from '../place-name/place-name.tsx';
import styles from './live-view.module.css';
import { unknownText } from './use-live-view.ts';

const whyText = (why: LinkEnd, message: string): string =>
  ({
    recorder: t('The recorder closed the connection: its power or its network went.'),
    logout: t('The recorder signed off.'),
    silence: t('The recorder was silent for too long: the connection timed out.'),
    server: t('The server was restarted, and the recorder has not come back yet.'),
    replaced: t('Another connection with the same number took its place.'),
    other: t('The server ended the connection: {reason}', { reason: t(message) }),
    unknown: t('It has not been online since it was registered.'),
  })[why];

const Place = ({ device }: { device: Device }): ReactElement => {
  const place = placeOf(device);
  if (place === undefined) return <>{t('no position')}</>;
  return (
    <>
      <PlaceName device={device} /> <span>{coordinatesText(place)}</span>
      {!place.manual && device.gps_info.time !== null && (
        <span className="soft"> · {formatDateTime(device.gps_info.time)}</span>
      )}
    </>
  );
};

/** Asked again whenever it has been on line in between. */
const Facts = ({ device }: { device: Device }): ReactElement => {
  const { data } = useCall(postLinkEnd, { deviceid: device.deviceid }, { refetchMs: 30_000 });
  const maySeePlace = useMay('F_gps');
  const names = [device.vehicleid, device.plate, device.drivername].filter((name) => name !== '');
  return (
    <dl className={styles.awayFacts}>
      <Fact name={t('Vehicle')}>
        {names.map((name) => (
          <span key={name}>
            <bdi>{name}</bdi> ·{' '}
          </span>
        ))}
        {device.deviceid}
      </Fact>
      {data !== undefined && (
        <>
          <Fact name={t('Offline since')}>
            {data.since === null ? (
              t('not known')
            ) : (
              <>
                {formatDateTime(data.since)} · <Age timeMs={data.since} />
              </>
            )}
          </Fact>
          <Fact name={t('Why')}>{whyText(data.why, data.message)}</Fact>
        </>
      )}
      {maySeePlace && (
        <Fact name={t('Last place')}>
          <Place device={device} />
        </Fact>
      )}
    </dl>
  );
};

export const OfflineDevice = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  return <EmptyState icon="offline" title={unknownText()} action={device !== undefined && <Facts device={device} />} />;
};
