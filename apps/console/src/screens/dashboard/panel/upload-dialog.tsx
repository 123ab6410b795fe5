// Recordings of the device for an FTP server: which camera, from when to when, and where they go.
import type { d33Upload, InputOf } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useDevice, useExtra } from '../../../live/hooks.ts';
import { useDeviceTitle } from '../../../parts/device-names.tsx';
import { channelName } from '../../../parts/tiles/tile-rules.ts';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Confirm } from '../../../ui/question.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import styles from './device-panel.module.css';
import type { Order } from './give-order.ts';

type UploadTo = Omit<InputOf<typeof d33Upload>, 'I'>;
type UploadDialogProps = {
  id: string;
  keep: ReactElement;
  give: (order: Order) => Promise<unknown>;
  onClose: () => void;
};

const FTP_PORT = 21;
const MOST_PORT = 65_535;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MOST_LETTERS = 100;

/** The last whole hour. */
const lastHour = (): { start: number; end: number } => {
  const end = Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS;
  return { start: end - HOUR_MS, end };
};

const problemOf = (start: number, end: number, host: string, port: number): string | undefined => {
  if (Number.isNaN(start) || Number.isNaN(end)) return t('Write the moment as 2026-03-01 14:05:00.');
  if (end <= start) return t('The end is before the start.');
  if (!/^\S+$/.test(host.trim())) return t('An address has no spaces.');
  if (!Number.isInteger(port) || port < 1 || port > MOST_PORT) return t('A port is between 1 and 65535.');
  return undefined;
};

export const UploadDialog = ({ id, keep, give, onClose }: UploadDialogProps): ReactElement => {
  const channels = useDevice(id)?.chmask ?? [];
  const names = useExtra(id)?.chnames ?? [];
  const [channel, choose] = useState(channels[0] ?? 1);
  const [{ start, end }, setSpan] = useState(lastHour);
  const [host, setHost] = useState('');
  const [port, setPort] = useState(FTP_PORT);
  const [{ user, pass, path }, setWay] = useState({ user: '', pass: '', path: '' });
  const problem = problemOf(start, end, host, port);
  const to = (): UploadTo => ({ C: channel, B: start, E: end, H: host.trim(), T: port, U: user, P: pass, D: path });
  const [begun] = useState(() => JSON.stringify(to()));
  const text = (name: 'user' | 'pass' | 'path', label: string, type: 'text' | 'password' = 'text'): ReactElement => (
    <Field
      label={label}
      type={type}
      autoComplete="off"
      maxLength={MOST_LETTERS}
      value={{ user, pass, path }[name]}
      onChange={(event) => {
        const { value } = event.target;
        setWay((before) => ({ ...before, [name]: value }));
      }}
    />
  );
  return (
    <Confirm
      title={t('Upload from {device}', { device: useDeviceTitle(id) })}
      confirmText={t('Upload')}
      unsaved={JSON.stringify(to()) !== begun}
      onConfirm={() =>
        problem === undefined ? give({ kind: 'upload', to: to() }) : Promise.reject(new Error(problem))
      }
      onClose={onClose}
    >
      <div className={styles.fields}>
        <p className="soft">
          {t('The device itself sends its recordings to the server that you name, over its own connection.')}
        </p>
        <SelectField
          label={t('Channel')}
          value={channel}
          options={channels}
          textOf={(number) => channelName(number, names, channels)}
          onChange={choose}
        />
        <DateTimeField label={t('Start')} ms={start} onChange={(ms) => setSpan({ start: ms, end })} />
        <DateTimeField label={t('End')} ms={end} onChange={(ms) => setSpan({ start, end: ms })} />
        <Field label={t('FTP server')} value={host} onChange={(event) => setHost(event.target.value)} />
        <NumberField label={t('Port')} value={port} onChange={setPort} />
        {text('user', t('User'))}
        {text('pass', t('Password'), 'password')}
        {text('path', t('Folder'))}
        {keep}
      </div>
    </Confirm>
  );
};
