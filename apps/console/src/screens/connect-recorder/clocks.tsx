// Recorders whose clock is hours off because it runs in another zone, each with the button that reads it so from now on.
import { getConnectRecorder, putDeviceZone, utcOffsetText } from '@outrider/contract';
import type { ClockOff } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useMay } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './connect-recorder.module.css';
import { hoursText } from './logic.ts';

const sentence = ({ deviceid, ahead, suggested }: ClockOff): string => {
  const words = { device: deviceid, hours: hoursText(ahead), zone: utcOffsetText(suggested) };
  return ahead > 0
    ? t('The clock of {device} is {hours} hours ahead: set its zone to {zone}.', words)
    : t('The clock of {device} is {hours} hours behind: set its zone to {zone}.', words);
};

/** Nothing while every clock agrees with the server's. */
export const Clocks = ({ rows }: { rows: readonly ClockOff[] }): ReactElement => {
  const save = useSave(putDeviceZone, [getConnectRecorder]);
  const allowed = useMay('F_lmdvrs');
  const set = ({ deviceid, suggested }: ClockOff): void =>
    save.mutate(
      { deviceid, utcoffset: suggested },
      {
        onSuccess: () =>
          showToast(
            'info',
            t('The times of {device} are read in {zone} now', { device: deviceid, zone: utcOffsetText(suggested) }),
          ),
        onError: (error) => showToast('error', t('Save Error'), error.message),
      },
    );
  return (
    <>
      {rows.map((row) => (
        <Notice key={row.deviceid} tone="warn" icon="stopwatch">
          <span className={styles.clock}>
            {sentence(row)}
            {allowed && (
              <Button busy={save.isPending} onClick={() => set(row)}>
                {t('Set to {zone}', { zone: utcOffsetText(row.suggested) })}
              </Button>
            )}
          </span>
        </Notice>
      ))}
    </>
  );
};
