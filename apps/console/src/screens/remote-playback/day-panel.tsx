// The day whose recordings are looked at: a month that stays open; on a phone behind one line.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { DayCalendar } from '../../ui/day-calendar.tsx';
import styles from './remote-playback.module.css';
import type { RemotePlayback } from './use-remote-playback.ts';

export const DayPanel = ({ view, phone }: { view: RemotePlayback; phone: boolean }): ReactElement => {
  const [open, setOpen] = useState(false);
  const { look, change } = view;
  const pick = (day: string): void => {
    setOpen(false);
    if (day !== look.day) change({ day, atMs: undefined });
  };
  return (
    <div className={styles.day}>
      {phone && (
        <Button icon="calendar" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="num">{look.day}</span>
        </Button>
      )}
      {(!phone || open) && <DayCalendar label={t('Day')} day={look.day} onPick={pick} />}
    </div>
  );
};
