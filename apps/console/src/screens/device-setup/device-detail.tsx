// The chosen device: whether it can be asked now, and the way to what it is set to.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { deviceName } from '../../live/device-name.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { openOverlay } from '../../parts/overlay-store.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import styles from './device-setup.module.css';

/** On line or since when not. */
export const LinkState = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  if (device === undefined) return <span />;
  if (device.status > 0) return <span>{t('Online')}</span>;
  return (
    <span className="soft">
      {device.status_time === 0
        ? t('Offline')
        : t('Offline since {time}', { time: formatDateTime(device.status_time) })}
    </span>
  );
};

export const DeviceDetail = ({ id, onClose }: { id: string; onClose: () => void }): ReactElement | null => {
  const device = useDevice(id);
  const mayEdit = useMay('F_lmdvrs');
  useKeys({ escape: onClose });
  if (device === undefined) return null;
  return (
    <aside className={styles.detail} aria-label={t('Selected vehicle')}>
      <header className={styles.detailHead}>
        <DeviceGlyph id={id} size={20} />
        <h2>
          <bdi>{deviceName(id, device)}</bdi>
        </h2>
        <Button look="bare" icon="close" aria-label={t('Close the details')} onClick={onClose} />
      </header>
      <dl className={styles.facts}>
        <Fact name={t('Device ID')}>{id}</Fact>
        <Fact name={t('Link')}>
          <LinkState id={id} />
        </Fact>
        <Fact name={t('Channels')}>{device.chn_count}</Fact>
        {device.plate !== '' && (
          <Fact name={t('Plate')}>
            <bdi>{device.plate}</bdi>
          </Fact>
        )}
        {device.drivername !== '' && (
          <Fact name={t('Driver')}>
            <bdi>{device.drivername}</bdi>
          </Fact>
        )}
      </dl>
      <div className={styles.actions}>
        <Button look="primary" icon="gear" onClick={() => openOverlay({ kind: 'deviceSetup', deviceId: id })}>
          {t('Remote Device Setting')}
        </Button>
        {mayEdit && (
          <Button icon="gear" onClick={() => openOverlay({ kind: 'deviceEditor', deviceId: id })}>
            {t('Device editor')}
          </Button>
        )}
      </div>
    </aside>
  );
};
