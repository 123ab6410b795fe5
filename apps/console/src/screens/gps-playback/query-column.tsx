// The left column: whose track, of which days and hours, and the button that asks for it.
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { DeviceChoice } from '../../parts/device-choice/device-choice.tsx';
import { Button } from '../../ui/button.tsx';
import { DayRangeField } from '../../ui/day-range.tsx';
import { QueryPanel, QueryProblem, TimesNote } from '../../ui/query-panel.tsx';
import styles from './gps-playback.module.css';
import { MAX_DAYS } from '../../parts/track/range.ts';
import type { QueryState } from '../../parts/track/track-query.ts';
import { useMarkedDays } from './use-marked-days.ts';
import type { TrackChoice } from './use-track-choice.ts';
import { MinuteRange } from './minute-range.tsx';

type TrackQueryProps = {
  request: TrackChoice;
  state: QueryState;
  /** An export runs. */
  exporting: boolean;
  onAsk: () => void;
  onCancel: () => void;
  /** What stands below: the sums, colours, export. */
  children: ReactNode;
};

const hintOf = ({ first, last }: TrackChoice['days']): string => {
  if (first === '') return t('Choose a day.');
  return last === '' ? first : t('{first} to {last}', { first, last });
};

/** Of several days, so that a long wait is seen to go on. */
const Progress = ({ state, onCancel }: { state: QueryState; onCancel: () => void }): ReactElement | null => {
  const { progress } = state;
  if (state.status !== 'query' || progress === undefined) return null;
  return (
    <div className={styles.progress}>
      <progress max={progress.of} value={progress.done} aria-label={t('Days fetched')} />
      <span className="num">{t('{done} of {count} days', { done: progress.done, count: progress.of })}</span>
      <Button look="bare" icon="close" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
};

export const TrackQuery = (props: TrackQueryProps): ReactElement => {
  const { request, state, exporting, onAsk, onCancel, children } = props;
  const { marked, setMonth } = useMarkedDays(request.deviceId, request.days.first);
  const ready = state.status === 'idle' && request.complete !== undefined && !exporting;
  return (
    <QueryPanel
      title={t('GPS playback')}
      onAsk={() => {
        if (ready) onAsk();
      }}
    >
      <DeviceChoice label={t('Device')} deviceId={request.deviceId} onChoose={request.setDevice} />
      <DayRangeField
        label={t('Days')}
        range={request.days}
        onChange={request.setDays}
        hint={hintOf(request.days)}
        marked={marked}
        onMonth={setMonth}
      />
      <MinuteRange minutes={request.minutes} onChange={request.setMinutes} />
      <Button look="primary" type="submit" icon="search" disabled={!ready} busy={state.status === 'query'}>
        {t('Query')}
      </Button>
      <Progress state={state} onCancel={onCancel} />
      {request.tooLong && <QueryProblem>{t('At most {count} days at once.', { count: MAX_DAYS })}</QueryProblem>}
      <TimesNote />
      {children}
    </QueryPanel>
  );
};
