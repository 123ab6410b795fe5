// Recorders whose clock is hours off because it runs in another zone, each with the choice of a zone that reads it so from now on.
import { getConnectRecorder, putDeviceZone, utcOffsetText, zoneChoicesMinutes } from '@outrider/contract';
import type { ClockOff } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useMay } from '../../live/session.ts';
import { saveErrorText } from '../../parts/form/changed.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/states.tsx';
import { showFailure, showToast } from '../../ui/toast.ts';
import styles from './connect-recorder.module.css';

const sentence = ({ deviceid, ahead, suggested }: ClockOff): string => {
  const words = { device: deviceid, count: Math.abs(ahead) / 60, zone: utcOffsetText(suggested) };
  return ahead > 0
    ? t('The clock of {device} is {count} hours ahead: set its zone to {zone}.', words)
    : t('The clock of {device} is {count} hours behind: set its zone to {zone}.', words);
};

/** The zone to read a recorder's clock in: the suggested one, or any other of the choices. */
const ZoneChoice = ({ row }: { row: ClockOff }): ReactElement => {
  const save = useSave(putDeviceZone, [getConnectRecorder]);
  const [zone, setZone] = useState(row.suggested);
  const set = (): void =>
    save.mutate(
      { deviceid: row.deviceid, utcoffset: zone, updatetime: row.updatetime },
      {
        onSuccess: () =>
          showToast(
            'info',
            t('The times of {device} are read in {zone} now', { device: row.deviceid, zone: utcOffsetText(zone) }),
          ),
        onError: (error) => showFailure(t('Save Error'), error, saveErrorText(error)),
      },
    );
  return (
    <>
      <select
        className={`form-select form-select-sm ${styles.zone}`}
        aria-label={t('Time zone of {device}', { device: row.deviceid })}
        value={zone}
        onChange={(event) => setZone(Number(event.target.value))}
      >
        {zoneChoicesMinutes(row.suggested).map((minutes) => (
          <option key={minutes} value={minutes}>
            {utcOffsetText(minutes)}
          </option>
        ))}
      </select>
      <Button busy={save.isPending} onClick={set}>
        {t('Set to {zone}', { zone: utcOffsetText(zone) })}
      </Button>
    </>
  );
};

/** Nothing while every clock agrees with the server's. */
export const Clocks = ({ rows }: { rows: readonly ClockOff[] }): ReactElement => {
  const allowed = useMay('F_lmdvrs');
  return (
    <>
      {rows.map((row) => (
        <Notice key={row.deviceid} tone="warn" icon="stopwatch">
          <span className={styles.clock}>
            {sentence(row)}
            {allowed && <ZoneChoice key={row.suggested} row={row} />}
          </span>
        </Notice>
      ))}
    </>
  );
};
