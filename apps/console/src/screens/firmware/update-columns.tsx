// The columns of the devices on the firmware screen: version, how far an update is, the button that begins one.
import type { DeviceFirmware } from '@outrider/contract';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { deviceName } from '../../live/device-name.ts';
import { isOnline } from '../../live/device-state.ts';
import { useDevice } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { VehicleName } from '../../parts/device-names.tsx';
import { JobProgress } from '../../parts/job/job-tools.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import styles from './firmware.module.css';
import { updateText } from './update-words.ts';
import { isFree, useFirmwareStatus, useReadVersion } from './use-firmware.ts';
import type { Source } from './use-firmware.ts';

export type UpdateKit = {
  source: Source;
  resting: ReadonlySet<string>;
  update: (deviceId: string, source: Source) => void;
};

const nameOf = (id: string): string => deviceName(id, devices.get(id));

/** What it said last; one that never did is asked when its row comes into sight. */
const VersionCell = ({ row: { deviceid, version } }: { row: DeviceFirmware }): ReactElement => {
  const device = useDevice(deviceid);
  const read = useReadVersion();
  const [failed, setFailed] = useState('');
  const unasked = version === '' && device !== undefined && isOnline(device);
  useEffect(() => {
    if (unasked) read(deviceid).catch((error: unknown) => setFailed(error instanceof Error ? error.message : ''));
  }, [unasked, read, deviceid]);
  if (version !== '') return <bdi className="num">{version}</bdi>;
  return <span className="soft">{failed === '' ? (unasked ? t('Asked …') : '–') : t(failed)}</span>;
};

/** How far it is, in per cent and in words. */
const StatusCell = ({ deviceId }: { deviceId: string }): ReactElement => {
  const { data } = useFirmwareStatus(deviceId);
  const read = useReadVersion();
  const isDone = data?.S === 'done';
  useEffect(() => {
    if (isDone) read(deviceId).catch(() => undefined); // the list shows what it has now
  }, [isDone, read, deviceId]);
  if (data === undefined) return <span className="soft">…</span>;
  const { B: percent, S: state, Z: reason } = data;
  const words = updateText(state, reason);
  const isUnderWay = percent > 0 && percent < 100;
  return (
    <span className={styles.status}>
      <span className={`${styles.percent} num`}>{`${percent} %`}</span>
      {isUnderWay && <JobProgress label={t('Update of {device}', { device: deviceId })} value={percent} />}
      <span className={`${styles.words} ${state === 'failed' ? styles.bad : 'soft'}`} title={words}>
        {words}
      </span>
    </span>
  );
};

const ActionCell = ({ deviceId, source, resting, update }: UpdateKit & { deviceId: string }): ReactElement => {
  const { data } = useFirmwareStatus(deviceId);
  return (
    <Button
      look="bare"
      aria-label={t('Update {device}', { device: deviceId })}
      disabled={!isFree(data) || resting.has(deviceId) || source.url === ''}
      onClick={() => update(deviceId, source)}
    >
      {t('Update')}
    </Button>
  );
};

export const updateColumns = (kit: UpdateKit): readonly Column<DeviceFirmware>[] => [
  { id: 'device', header: t('Device ID'), width: '144px', pinned: true, value: ({ deviceid }) => deviceid },
  {
    id: 'vehicle',
    header: t('Vehicle'),
    width: 'minmax(128px, 1fr)',
    value: ({ deviceid }) => nameOf(deviceid),
    cell: ({ deviceid }) => (
      <span className={styles.status}>
        <DeviceGlyph id={deviceid} />
        <span className={styles.words}>
          <VehicleName id={deviceid} />
        </span>
      </span>
    ),
  },
  {
    id: 'version',
    header: t('Version'),
    width: 'minmax(128px, 1fr)',
    value: ({ version }) => version,
    cell: (row) => <VersionCell row={row} />,
  },
  {
    id: 'time',
    header: t('Asked'),
    width: 'minmax(152px, 0.8fr)',
    choice: 'on',
    value: ({ time }) => time,
    text: ({ time }) => (time === null ? '' : formatDateTime(time)),
  },
  {
    id: 'status',
    header: t('Status'),
    width: 'minmax(256px, 2fr)',
    cell: ({ deviceid }) => <StatusCell deviceId={deviceid} />,
  },
  {
    id: 'action',
    header: '',
    label: t('Action'),
    width: '112px',
    cell: ({ deviceid }) => <ActionCell deviceId={deviceid} {...kit} />,
  },
];
