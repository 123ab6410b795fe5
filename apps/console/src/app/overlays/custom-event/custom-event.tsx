// The custom event modal: asks for footage of some devices, channels and a span of time, and shows what was asked for.
import { DEVICE_ID_RULE, MAX_CUSTOM_DEVICES, getCustomEvents, postCustomEvent } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useSave } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { momentOf } from '../../../lib/local-moment.ts';
import { localZone, systemClock } from '../../../lib/time.ts';
import { DevicesField } from '../../../parts/device-picker/devices-field.tsx';
import { lineOf } from '../../../parts/device-picker/picker-rules.ts';
import { Button } from '../../../ui/button.tsx';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { ChannelTicks } from './channel-ticks.tsx';
import { type CustomEventDraft, customEventOf, devicesProblem } from './custom-event-rules.ts';
import styles from './custom-event.module.css';
import { Requests } from './requests.tsx';

const MINUTE_MS = 60_000;

/** The last ten minutes, whole minutes: what an operator who has just seen something asks for. */
const startDraft = (deviceIds: readonly string[]): CustomEventDraft => {
  const end = Math.floor(systemClock.now() / MINUTE_MS) * MINUTE_MS;
  return {
    devices: lineOf(deviceIds),
    start: momentOf(end - 10 * MINUTE_MS),
    end: momentOf(end),
    download: new Set(),
    mainStream: new Set(),
    audio: false,
  };
};

const problemText = (line: string): string | undefined => {
  const problem = devicesProblem(line);
  if (problem === 'many')
    return t('At most {max} devices at a time: take some ticks away.', { max: MAX_CUSTOM_DEVICES });
  return problem === 'id' ? t(DEVICE_ID_RULE) : undefined;
};

const useCustomEvent = (draft: CustomEventDraft) => {
  const save = useSave(postCustomEvent, [getCustomEvents]);
  const event = customEventOf(draft);
  const send = (): void => {
    if (event === undefined) return;
    if (event.start > event.end) showToast('warning', t('Start Time > End Time'), '', { id: 'custom-event-order' });
    save.mutate(event, {
      onSuccess: ({ message }) => showToast('success', t(message)),
      onError: () => showToast('error', t('fail')),
    });
  };
  return { ready: event !== undefined, send, busy: save.isPending, error: save.error };
};

type FormProps = { draft: CustomEventDraft; onChange: (draft: CustomEventDraft) => void };

const Form = ({ draft, onChange }: FormProps): ReactElement => {
  const change = (part: Partial<CustomEventDraft>): void => onChange({ ...draft, ...part });
  return (
    <div className={styles.form}>
      <DevicesField
        line={draft.devices}
        max={MAX_CUSTOM_DEVICES}
        error={problemText(draft.devices)}
        onChange={(devices) => change({ devices })}
      />
      <div className={styles.span}>
        <DateTimeField label={t('Start')} value={draft.start} onChange={(start) => change({ start })} />
        <DateTimeField label={t('End')} value={draft.end} onChange={(end) => change({ end })} />
      </div>
      <ChannelTicks draft={draft} onChange={onChange} />
      <label className={`${styles.audio} form-switch`}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={draft.audio}
          className="form-check-input"
          checked={draft.audio}
          onChange={(event) => change({ audio: event.target.checked })}
        />
        {t('With sound')}
      </label>
    </div>
  );
};

type CustomEventProps = { deviceIds?: readonly string[]; onClose: () => void };

export const CustomEventModal = ({ deviceIds = [], onClose }: CustomEventProps): ReactElement => {
  const [draft, setDraft] = useState(() => startDraft(deviceIds));
  const { ready, send, busy, error } = useCustomEvent(draft);
  return (
    <Dialog
      title={t('Custom event')}
      onClose={onClose}
      wide
      actions={
        <>
          <span className={`${styles.zone} soft`}>
            {t('Times are those of this browser, {zone}.', { zone: localZone(systemClock.now()) })}
          </span>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button look="primary" disabled={!ready} busy={busy} onClick={send}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Form draft={draft} onChange={setDraft} />
      {error !== null && (
        <p className={styles.problem} role="alert">
          {t('The footage was not asked for:')} {t(error.message)}
        </p>
      )}
      <Requests />
    </Dialog>
  );
};
