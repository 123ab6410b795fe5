// The monitor pages: counters of what recorders send, what is fetched for events, and the recorders that are connected.
import { db13Heartbeats, db14Downloads, getDeviceArray, getMonitorDeviceInfo } from '@outrider/contract';
import type { DeviceArrayRow, DeviceInfoRow, DownloadRule, Heartbeats } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { sendAs } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import type { MonitorAccount } from './account.ts';
import { MonitorFrame, type PlainColumn, PlainTable } from './monitor-frame.tsx';
import { plain, times } from './plain-columns.ts';
import { isBound } from './bound.ts';
import styles from './monitor.module.css';
import { useAdminSocket } from './use-admin-socket.ts';
import { usePolled } from './use-polled.ts';

const TOTALS = ['all', 'hb', 're', 'ev', 'el', 'wait', 'run'] as const;

export const HeartbeatPage = (): ReactElement => {
  const { answer, ...socket } = useAdminSocket(db13Heartbeats);
  const counted = answer?.Z;
  return (
    <MonitorFrame title={t('Heartbeat monitor')} {...socket}>
      <dl className={styles.totals}>
        {TOTALS.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{counted?.[name] ?? ''}</dd>
          </div>
        ))}
      </dl>
      <PlainTable
        label={t('Devices')}
        columns={plain<Heartbeats['devices'][number]>('deviceid', 'hb', 're', 'ev', 'el')}
        rows={counted?.devices ?? []}
        rowId={({ deviceid }) => deviceid}
      />
    </MonitorFrame>
  );
};

const ruleColumns = plain<DownloadRule>(
  'deviceid',
  'appdevid',
  'downloadtype',
  'mediatype',
  'downloadplan',
  'streamtype',
  'preoffset',
  'postoffset',
  'intermission',
  'entimepart',
  'timepart',
  'enupload',
  'upload',
  'accoffonly',
  'maxbackupsecs',
  'snapshotmode',
  'custompat',
);

export const DownloadSettingsPage = (): ReactElement => {
  const { answer, ...socket } = useAdminSocket(db14Downloads);
  return (
    <MonitorFrame title={t('Download settings')} {...socket}>
      <PlainTable
        label={t('Download settings')}
        columns={ruleColumns}
        rows={answer?.Z ?? []}
        rowId={(_row, at) => String(at)}
      />
    </MonitorFrame>
  );
};

const POLL_MS = 5000;
const askTables = async (account: MonitorAccount, signal: AbortSignal) => {
  const [connected, known] = await Promise.all([
    sendAs(account, getDeviceArray, {}, signal),
    sendAs(account, getMonitorDeviceInfo, {}, signal),
  ]);
  return { connected, known, nowMs: systemClock.now() };
};

const arrayColumns: PlainColumn<DeviceArrayRow>[] = [
  ...plain<DeviceArrayRow>('deviceid'),
  ...times<DeviceArrayRow>('ArrivedTime', 'LastRecvTime', 'LastSentTime'),
  ...plain<DeviceArrayRow>('ChCount', 'EnableSave', 'RecAudio'),
  ...plain<DeviceArrayRow>('Sock1', 'Sock2', 'Sock3', 'Sock4', 'Sock5', 'Sock6', 'Sock7', 'Sock8'),
];
const infoColumns: PlainColumn<DeviceInfoRow>[] = [
  ...plain<DeviceInfoRow>('deviceid', 'deviceidFixed', 'eventGroup', 'modelName'),
  ...times<DeviceInfoRow>('bindTime'),
  ...plain<DeviceInfoRow>('isVcp', 'ChCount', 'IP', 'port', 'version'),
];

export const DeviceArrayPage = (): ReactElement => {
  const { polled, ...rest } = usePolled(POLL_MS, askTables);
  const nowMs = polled?.nowMs ?? 0;
  return (
    <MonitorFrame title={t('Online devices')} {...rest}>
      <PlainTable
        label={t('Device array')}
        columns={arrayColumns}
        rows={polled?.connected ?? []}
        rowId={({ deviceid }) => deviceid}
      />
      <PlainTable
        label={t('Device info')}
        columns={infoColumns}
        rows={polled?.known ?? []}
        rowId={({ deviceid }) => deviceid}
        standing={({ bindTime }) => (isBound(bindTime, nowMs) ? 'online' : 'offline')}
      />
    </MonitorFrame>
  );
};
