// The middle column: the hourly chart of a day, the events, and for administrators the list of positions and the large chart.
import { MAX_TRACK_EVENTS } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useMay } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './gps-playback.module.css';
import { daysOf } from '../../parts/track/range.ts';
import type { QueryState, TrackResult } from '../../parts/track/track-query.ts';
import { countOf } from '../../parts/track/track.ts';
import type { Exporter } from '../../parts/track/use-export.ts';
import type { Picking } from '../../parts/track/use-picked.ts';
import type { Tools } from '../../parts/track/use-tools.ts';
import { EventList } from '../../parts/track/view/event-list.tsx';
import { FullView } from '../../parts/track/view/full-view.tsx';
import { HourChart } from '../../parts/track/view/hour-chart.tsx';
import { PointList } from '../../parts/track/view/point-list.tsx';

type Look = 'chart' | 'events' | 'list';

type MiddleProps = {
  tools: Tools;
  state: QueryState;
  exporter: Exporter;
  picking: Picking;
  nameOf: (code: number) => string;
  day: string;
  onDay: (day: string) => void;
  onRetry: () => void;
};

/** Which of several days the chart shows. */
const DaySwitch = ({ days, day, onDay }: { days: readonly string[]; day: string; onDay: (day: string) => void }) => {
  const at = days.indexOf(day);
  const step = (by: 1 | -1): void => onDay(days[at + by] ?? day);
  if (days.length < 2) return <strong className="num">{day}</strong>;
  return (
    <span className={styles.daySwitch}>
      <Button look="bare" icon="left" aria-label={t('Day before')} disabled={at <= 0} onClick={() => step(-1)} />
      <select className="form-select num" aria-label={t('Day')} value={day} onChange={(e) => onDay(e.target.value)}>
        {days.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <Button
        look="bare"
        icon="right"
        aria-label={t('Day after')}
        disabled={at >= days.length - 1}
        onClick={() => step(1)}
      />
    </span>
  );
};

/** The server tells no more: there may be others. */
const eventCount = (count: number): string => (count < MAX_TRACK_EVENTS ? String(count) : `${count}+`);

type LooksProps = { look: Look; result: TrackResult; onLook: (look: Look) => void };

const Looks = ({ look, result, onLook }: LooksProps): ReactElement => {
  const admin = useMay('admin');
  const tab = (mine: Look, text: string): ReactElement => (
    <Button look="bare" aria-pressed={look === mine} onClick={() => onLook(mine)}>
      {text}
    </Button>
  );
  return (
    <fieldset className={styles.looks} aria-label={t('View')}>
      {tab('chart', t('Chart'))}
      {result.events !== undefined &&
        tab('events', t('Events ({number})', { number: eventCount(result.events.length) }))}
      {admin && tab('list', t('List'))}
    </fieldset>
  );
};

const Found = (props: MiddleProps & { result: TrackResult }): ReactElement => {
  const { tools, exporter, picking, nameOf, day, onDay, result } = props;
  const admin = useMay('admin');
  const [look, setLook] = useState<Look>('chart');
  const [full, setFull] = useState(false);
  return (
    <>
      <div className={styles.middleHead}>
        <DaySwitch days={daysOf(result.days)} day={day} onDay={onDay} />
        <Looks look={look} result={result} onLook={setLook} />
        {admin && (
          <Button icon="fullscreen" onClick={() => setFull(true)}>
            {t('Full View')}
          </Button>
        )}
      </div>
      {look === 'chart' && <HourChart result={result} day={day} player={tools.player} />}
      {look === 'events' && (
        <EventList events={result.events ?? []} nameOf={nameOf} picked={picking.picked} onPick={picking.pick} />
      )}
      {look === 'list' && admin && (
        <PointList result={result} day={day} addresses={tools.addresses} exporter={exporter} onPick={picking.pick} />
      )}
      {full && <FullView result={result} onSeek={(ms) => tools.player.seek(ms)} onClose={() => setFull(false)} />}
    </>
  );
};

const Words = ({ state, onRetry }: Pick<MiddleProps, 'state' | 'onRetry'>): ReactElement => {
  if (state.status === 'query') return <Skeleton rows={24} />;
  if (state.error !== undefined) return <ErrorPanel error={state.error} retry={onRetry} />;
  if (state.result !== undefined)
    return (
      <EmptyState icon="track" title={t('No positions in this span')}>
        {t('The vehicle reported none then. Days with a track have a dot in the calendar.')}
      </EmptyState>
    );
  return (
    <EmptyState icon="track" title={t('Choose a device and a day')}>
      {t('Days with a track have a dot in the calendar. A second day makes a span of days.')}
    </EmptyState>
  );
};

export const MiddleColumn = (props: MiddleProps): ReactElement => {
  const { result } = props.state;
  const found = result !== undefined && countOf(result.track) > 0;
  return (
    <section className={styles.middle} aria-label={t('Speed')}>
      {found ? <Found {...props} result={result} /> : <Words {...props} />}
    </section>
  );
};
