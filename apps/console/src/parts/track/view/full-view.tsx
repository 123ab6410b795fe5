// The speed over the whole span in one large chart, for administrators: drag to look closer, double click for all, a click goes there.
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import type { LengthUnit } from '../../../lib/units.ts';
import { inUnit, speedUnit } from '../../../lib/units.ts';
import { useDeviceTitle } from '../../device-names.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LineChart } from '../../../ui/line-chart.tsx';
import type { ChartData } from '../../../ui/line-drawing.ts';
import { GAP_MS } from '../track.ts';
import type { Track } from '../track.ts';
import type { TrackResult } from '../track-query.ts';
import styles from './track.module.css';

/** The scale of a slow drive, in the unit. */
const LEAST_SPEED = 20;

/** Seconds, and speeds in the unit; a gap in the track is a gap in the line. */
const dataOf = ({ timeMs, speedKmh }: Track, unit: LengthUnit): ChartData => {
  const [seconds, values]: [number[], (number | null)[]] = [[], []];
  for (let i = 0; i < timeMs.length; i += 1) {
    const time = timeMs[i] ?? 0;
    const before = timeMs[i - 1];
    if (before !== undefined && time - before > GAP_MS) {
      seconds.push((before + 1000) / 1000);
      values.push(null);
    }
    seconds.push(time / 1000);
    values.push(Math.round(inUnit(speedKmh[i] ?? 0, unit) * 10) / 10);
  }
  return { seconds, lines: [{ label: `${t('Speed')} (${speedUnit(unit)})`, token: '--o-accent', values }] };
};

type FullViewProps = { result: TrackResult; onSeek: (ms: number) => void; onClose: () => void };

export const FullView = ({ result, onSeek, onClose }: FullViewProps): ReactElement => {
  const unit = useLengthUnit();
  const { deviceId, track } = result;
  const title = useDeviceTitle(deviceId);
  const data = useMemo(() => dataOf(track, unit), [track, unit]);
  return (
    <Dialog title={`${t('Full View')} – ${title}`} onClose={onClose} room>
      <div className={styles.fullChart}>
        <LineChart label={t('Speed over the whole track')} data={data} least={LEAST_SPEED} onPick={onSeek} />
      </div>
      <p className="soft">{t('Drag to look closer, double click to see all, click to go there.')}</p>
    </Dialog>
  );
};
