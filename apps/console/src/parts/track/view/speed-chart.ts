// The large chart of speed over time, on the chart library. Fetched when it is opened and not before.
import uPlot from 'uplot';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import 'uplot/dist/uPlot.min.css';
import { t } from '../../../lib/i18n.ts';
import { formatDateTime, formatDay, formatTime } from '../../../lib/time.ts';
import { inUnit, speedUnit } from '../../../lib/units.ts';
import type { LengthUnit } from '../../../lib/units.ts';
import { GAP_MS } from '../track.ts';
import type { Track } from '../track.ts';

/** Room for the legend under the chart, px. */
const LEGEND_PX = 36;

/** Seconds, and speeds in the unit; a gap in the track is a gap in the line. */
const seriesOf = ({ timeMs, speedKmh }: Track, unit: LengthUnit): [number[], (number | null)[]] => {
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

/** A token as a colour that a canvas takes: the browser works out mixed colours. */
const colourIn = (frame: HTMLElement, token: string): string => {
  const dot = document.createElement('i');
  dot.style.color = `var(${token})`;
  frame.append(dot);
  const { color } = getComputedStyle(dot);
  dot.remove();
  return color;
};

/** '14:05', and the day where one begins. */
const timeMark = (seconds: number): string => {
  const time = formatTime(seconds * 1000).slice(0, 5);
  return time === '00:00' ? formatDay(seconds * 1000) : time;
};

const optionsFor = (frame: HTMLElement, unit: LengthUnit, onSeek: (ms: number) => void): uPlot.Options => {
  const [ink, line, speed] = [
    colourIn(frame, '--o-ink-soft'),
    colourIn(frame, '--o-line'),
    colourIn(frame, '--o-accent'),
  ];
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return {
    width: frame.clientWidth,
    height: frame.clientHeight - LEGEND_PX,
    series: [
      { label: t('Time'), value: (_, seconds) => (seconds === null ? '–' : formatDateTime(seconds * 1000)) },
      { label: `${t('Speed')} (${speedUnit(unit)})`, stroke: speed, width: 1.5 },
    ],
    axes: [
      { ...axis, values: (_, seconds) => seconds.map(timeMark) },
      { ...axis, size: 56 },
    ],
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

/** Draws into `frame` and follows its size until it is closed. */
export const drawSpeedChart = (
  frame: HTMLElement,
  track: Track,
  unit: LengthUnit,
  onSeek: (ms: number) => void,
): { close: () => void } => {
  const chart = new uPlot(optionsFor(frame, unit, onSeek), seriesOf(track, unit), frame);
  const fit = new ResizeObserver(() =>
    chart.setSize({ width: frame.clientWidth, height: frame.clientHeight - LEGEND_PX }),
  );
  fit.observe(frame);
  return {
    close: () => {
      fit.disconnect();
      chart.destroy();
    },
  };
};
