// Devices that are online but that nobody has added yet: for level 0, with the way to add them.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useDevice, useNewDeviceIds } from '../../live/hooks.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { Button } from '../../ui/button.tsx';
import { Age } from '../../ui/live-text.tsx';
import type { DeviceToAdd } from './add-device-dialog.tsx';
import styles from './dashboard.module.css';
import { reportedMs } from './device-values.ts';

const SHOWN = 4;

type OnAdd = { onAdd: (device: DeviceToAdd) => void };

const NewDevice = ({ id, onAdd }: OnAdd & { id: string }): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  const seen = reportedMs(device);
  return (
    <li className={styles.fresh}>
      <DeviceGlyph id={id} />
      <span className="num">{id}</span>
      {seen > 0 && (
        <span className="soft">
          <Age timeMs={seen} />
        </span>
      )}
      <Button
        icon="plus"
        onClick={() => onAdd({ id, channels: device.chn_count })}
        aria-label={t('Add device {device}', { device: id })}
      >
        {t('Add')}
      </Button>
    </li>
  );
};

/** `onAdd` opens the dialog elsewhere: a device leaves this list with its connection, and what is typed about it must not. */
export const NewDevices = ({ onAdd }: OnAdd): ReactElement | null => {
  const ids = useNewDeviceIds();
  const [all, setAll] = useState(false);
  if (ids.length === 0) return null;
  const shown = all ? ids : ids.slice(0, SHOWN);
  return (
    <section className={styles.newDevices} aria-label={t('New devices')}>
      <header>
        <h2>{t('New devices')}</h2>
        {ids.length > SHOWN && (
          <Button look="bare" onClick={() => setAll(!all)}>
            {all ? t('Show fewer') : t('Show all {number}', { number: ids.length })}
          </Button>
        )}
      </header>
      <ul>
        {shown.map((id) => (
          <NewDevice key={id} id={id} onAdd={onAdd} />
        ))}
      </ul>
    </section>
  );
};
