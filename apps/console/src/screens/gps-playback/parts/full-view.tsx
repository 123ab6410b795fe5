// The speed over the whole span in one large chart, for administrators: drag to zoom, double click for all, a click goes there. The chart
// library comes with it and not before.
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import type uPlot from 'uplot';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { inUnit, speedUnit } from '../../../lib/units.ts';
import type { LengthUnit } from '../../../lib/units.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import styles from '../gps-playback.module.css';
import type { TrackResult } from '../track-query.ts';
import { GAP_MS } from '../track/track.ts';
import type { Track } from '../track/track.ts';

/** Seconds and speeds in the unit; a gap in the track is a gap in the line. */
export const seriesOf = ({ timeMs, speedKmh }: Track, unit: LengthUnit): [number[], (number | null)[]] => {
  const [times, speeds]: [number[], (number | null)[]] = [[], []];
  for (let i = 0; i < timeMs.length; i += 1) {
    const time = timeMs[i] ?? 0;
    const before = timeMs[i - 1];
    if (before !== undefined && time - before > GAP_MS) {
      times.push((before + 1000) / 1000);
      speeds.push(null);
    }
    times.push(time / 1000);
    speeds.push(Math.round(inUnit(speedKmh[i] ?? 0, unit) * 10) / 10);
  }
  return [times, speeds];
};

const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const optionsFor = (frame: HTMLElement, unit: LengthUnit, onSeek: (ms: number) => void): uPlot.Options => {
  const [ink, line, speed] = ['--o-ink-soft', '--o-line', '--o-accent'].map(probe(frame));
  const axis = { stroke: ink ?? '', grid: { stroke: line ?? '', width: 1 }, ticks: { stroke: line ?? '', width: 1 } };
  return {
    width: frame.clientWidth,
    height: frame.clientHeight - LEGEND_PX,
    series: [
      { label: t('Time'), value: (_, seconds) => (seconds === null ? '–' : formatDateTime(seconds * 1000)) },
      { label: `${t('Speed')} (${speedUnit(unit)})`, stroke: speed ?? '', width: 1.5, fill: `${speed ?? '#888888'}22` },
    ],
    axes: [axis, { ...axis, size: 56 }],
    scales: { y: { range: (_, __, max) => [0, Math.max(20, max * 1.1)] } },
    hooks: {
      ready: [
        (chart) =>
          chart.over.addEventListener('click', () => {
            const seconds = chart.data[0][chart.cursor.idx ?? -1];
            if (seconds !== undefined) onSeek(seconds * 1000);
          }),
      ],
    },
  };
};

/** Room for the legend under the chart, px. */
const LEGEND_PX = 40;

/** A token as a colour that a canvas takes: mixed colours are worked out by the browser first. */
const probe =
  (frame: HTMLElement) =>
  (token: string): string => {
    const dot = document.createElement('i');
    dot.style.color = `var(${token})`;
    frame.append(dot);
    const { color } = getComputedStyle(dot);
    dot.remove();
    return color === '' ? colourOf(token) : color;
  };

type FullViewProps = { result: TrackResult; onSeek: (ms: number) => void; onClose: () => void };

const Chart = ({ result, onSeek }: Omit<FullViewProps, 'onClose'>): ReactElement => {
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const unit = useLengthUnit();
  const seek = useRef(onSeek);
  const { track } = result;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let chart: uPlot | undefined;
    let closed = false;
    const fit = new ResizeObserver(() =>
      chart?.setSize({ width: element.clientWidth, height: element.clientHeight - LEGEND_PX }),
    );
    const make = async (): Promise<void> => {
      const { default: Made } = await import('uplot');
      if (closed) return;
      chart = new Made(
        optionsFor(element, unit, (ms) => seek.current(ms)),
        seriesOf(track, unit),
        element,
      );
      fit.observe(element);
    };
    make().catch(() => setFailed(true));
    return () => {
      closed = true;
      fit.disconnect();
      chart?.destroy();
    };
  }, [track, unit]);
  return (
    <div ref={frame} className={styles.fullChart} role="img" aria-label={t('Speed over the whole track')}>
      {failed && <EmptyState icon="offline" title={t('The chart could not be loaded')} />}
    </div>
  );
};

export const FullView = ({ result, onSeek, onClose }: FullViewProps): ReactElement => (
  <Dialog title={`${t('Full View')} – ${result.deviceId}`} onClose={onClose} room>
    <Chart result={result} onSeek={onSeek} />
    <p className="soft">{t('Drag to look closer, double click to see all, click to go there.')}</p>
  </Dialog>
);
