// What the fleet did in the last 24 hours, for administrators: its states and its speeds as lines, each with its least and most.
import { postFleetHistory } from '@outrider/contract';
import type { FleetHistory } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { SaveButtons } from '../../../parts/table/save-buttons.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LineChart } from '../../../ui/line-chart.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx';
import { ZoneNote } from '../../../ui/zone-note.tsx';
import styles from './fleet-view.module.css';
import { chartOf, minuteColumns, minutesOf, rangesOf, speedLines, stateLines } from './minutes.ts';
import type { Range } from './minutes.ts';

const REFRESH_MS = 60_000;
/** The scales of a small fleet, and of one that drives slowly. */
const LEAST = { devices: 4, speed: 60 };

const numberText = (value: number | null): string => (value === null ? '–' : String(value));

const Ranges = ({ ranges }: { ranges: readonly Range[] }): ReactElement => (
  <table className={styles.ranges} aria-label={t('Least and most in 24 hours')}>
    <thead>
      <tr>
        <th scope="col">{t('Counter')}</th>
        <th scope="col">{t('Now')}</th>
        <th scope="col">{t('Least')}</th>
        <th scope="col">{t('Most')}</th>
      </tr>
    </thead>
    <tbody>
      {ranges.map(({ id, label, now, least, most }) => (
        <tr key={id}>
          <th scope="row">{label}</th>
          <td>{numberText(now)}</td>
          <td>{numberText(least)}</td>
          <td>{numberText(most)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const useViews = (history: FleetHistory) => {
  const unit = useLengthUnit();
  return useMemo(() => {
    const [states, speeds] = [stateLines(), speedLines(unit)];
    const rows = minutesOf(history, unit);
    const columns = minuteColumns([...states, ...speeds]);
    return {
      states: chartOf(rows, states),
      speeds: chartOf(rows, speeds),
      ranges: rangesOf(rows, [...states, ...speeds]),
      table: { columns, rows, choice: { columns } },
    };
  }, [history, unit]);
};

const Charts = ({ history }: { history: FleetHistory }): ReactElement => {
  const { states, speeds, ranges, table } = useViews(history);
  return (
    <div className={styles.view}>
      <div className={styles.charts}>
        <div className={styles.states}>
          <LineChart label={t('Devices by state in the last 24 hours')} data={states} least={LEAST.devices} />
        </div>
        <div className={styles.speeds}>
          <LineChart label={t('Speeds in the last 24 hours')} data={speeds} least={LEAST.speed} />
        </div>
      </div>
      <div className={styles.side}>
        <Ranges ranges={ranges} />
        <p className={styles.save}>
          <SaveButtons table={table} name={['fleet', 'history']} />
        </p>
        <p>
          <ZoneNote />
        </p>
        <p className="soft">{t('Drag to look closer, double click to see all.')}</p>
      </div>
    </div>
  );
};

export const FleetView = ({ onClose }: { onClose: () => void }): ReactElement => {
  const { data, error, refetch } = useCall(postFleetHistory, {}, { refetchMs: REFRESH_MS });
  return (
    <Dialog title={t('Full View')} onClose={onClose} room>
      {data === undefined && error === null && <Skeleton rows={12} />}
      {data === undefined && error !== null && <ErrorPanel error={error} retry={() => void refetch()} />}
      {data !== undefined && <Charts history={data} />}
    </Dialog>
  );
};
