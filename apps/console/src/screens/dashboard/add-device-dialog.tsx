// Registers a device: how many channels, how it is called, who drives it. A failure stays in the dialog with what was typed.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { DeviceIcon, deviceKinds } from '../../parts/device-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { registerDevice } from './api.ts';
import type { NewDevice } from './api.ts';
import styles from './dashboard.module.css';

const CHANNEL_CHOICES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16];
const NAME_MAX = 31;

type Draft = Omit<NewDevice, 'id'>;
type PartProps = { draft: Draft; change: (part: Partial<Draft>) => void };

const ChannelNames = ({ draft, change }: PartProps): ReactElement => (
  <fieldset className={styles.names}>
    <legend>{t('Channel names')}</legend>
    {Array.from({ length: draft.channels }, (_, i) => (
      <input
        key={i}
        className="form-control"
        aria-label={t('Name of channel {channel}', { channel: i + 1 })}
        placeholder={`ch${i + 1}`}
        maxLength={NAME_MAX}
        value={draft.names[i] ?? ''}
        onChange={(event) => change({ names: draft.names.with(i, event.target.value) })}
      />
    ))}
  </fieldset>
);

const Details = ({ draft, change }: PartProps): ReactElement => (
  <>
    <Field
      label={t('Device Memo')}
      help={t('The name your people use for this vehicle.')}
      maxLength={NAME_MAX}
      value={draft.memo}
      onChange={(event) => change({ memo: event.target.value })}
    />
    <div className={styles.pair}>
      <Field
        label={t('Plate')}
        maxLength={NAME_MAX}
        value={draft.plate}
        onChange={(event) => change({ plate: event.target.value })}
      />
      <Field
        label={t('Driver')}
        maxLength={NAME_MAX}
        value={draft.driver}
        onChange={(event) => change({ driver: event.target.value })}
      />
    </div>
    <div className={styles.pair}>
      <label className={styles.channels}>
        {t('Channels')}
        <select
          className="form-select"
          value={draft.channels}
          onChange={(event) => change({ channels: Number(event.target.value) })}
        >
          {CHANNEL_CHOICES.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      <label className={styles.channels}>
        <span className={styles.kindLabel}>
          {t('Icon')} <DeviceIcon index={draft.icon} />
        </span>
        <select
          className="form-select"
          value={draft.icon}
          onChange={(event) => change({ icon: Number(event.target.value) })}
        >
          {deviceKinds().map((kind, index) => (
            <option key={kind} value={index}>
              {kind}
            </option>
          ))}
        </select>
      </label>
    </div>
  </>
);

type AddDeviceProps = { id: string; channels: number; onClose: () => void };

export const AddDeviceDialog = ({ id, channels, onClose }: AddDeviceProps): ReactElement => {
  const start = CHANNEL_CHOICES.includes(channels) ? channels : 4;
  const [draft, setDraft] = useState<Draft>({
    channels: start,
    driver: '',
    memo: '',
    plate: '',
    icon: 0,
    names: Array.from({ length: 64 }, () => ''),
  });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await registerDevice({ id, ...draft });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('Add device {device}', { device: id })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={busy} onClick={() => void save()}>
            {t('Add device')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Details draft={draft} change={change} />
        <ChannelNames draft={draft} change={change} />
        {problem !== '' && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
};
