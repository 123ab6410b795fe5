// Draws lines over time on the chart library. Fetched when a chart is first shown and not before.
import uPlot from 'uplot';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import 'uplot/dist/uPlot.min.css';
import { t } from '../lib/i18n.ts';
import { onThemeChange } from '../lib/theme.ts';
import { formatDateTime, formatDay, formatTime } from '../lib/time.ts';

export type ChartLine = {
  readonly label: string;
  /** The token of its colour. */
  readonly token: `--o-${string}`;
  /** One for each moment; null is a gap in the line. */
  readonly values: readonly (number | null)[];
  readonly dashed?: boolean;
};

/** Moments in unix seconds, rising. */
export type ChartData = { readonly seconds: readonly number[]; readonly lines: readonly ChartLine[] };

export type Drawing = { setData(data: ChartData): void; close(): void };

type DrawingOptions = {
  /** The scale never ends below it, so that little does not look like much. */
  least: number;
  /** Somebody clicked at a moment, UTC ms. */
  onPick?: ((ms: number) => void) | undefined;
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

/** A mark for no less than a minute: two of the same text would stand side by side. */
const MARKS_S = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440, 2880, 7200, 14_400].map((m) => m * 60);

/** '14:05', and the day where one begins. */
const timeMark = (seconds: number): string => {
  const time = formatTime(seconds * 1000).slice(0, 5);
  return time === '00:00' ? formatDay(seconds * 1000) : time;
};

/** A canvas keeps the colours that it was drawn in: they are asked for with each drawing, and looked up once for a theme. */
type Colours = { of: (token: string) => string; forget: () => void };
const coloursIn = (frame: HTMLElement): Colours => {
  const known = new Map<string, string>();
  const of = (token: string): string => {
    const colour = known.get(token) ?? colourIn(frame, token);
    known.set(token, colour);
    return colour;
  };
  return { of, forget: () => known.clear() };
};

const seriesOf = ({ lines }: ChartData, colours: Colours): uPlot.Series[] => [
  { label: t('Time'), value: (_, seconds) => (seconds === null ? '–' : formatDateTime(seconds * 1000)) },
  ...lines.map(({ label, token, dashed = false }) => ({
    label,
    stroke: () => colours.of(token),
    width: 1.5,
    points: { show: false },
    ...(dashed && { dash: [6, 4] }),
  })),
];

const aligned = ({ seconds, lines }: ChartData): uPlot.AlignedData => [
  [...seconds],
  ...lines.map(({ values }) => [...values]),
];

/** The marks of the lines in the legend are no canvas: they follow the theme by themselves. */
const legendOf = ({ lines }: ChartData): uPlot.Legend => ({
  markers: { stroke: (_, series) => (series === 0 ? 'transparent' : `var(${lines[series - 1]?.token})`) },
});

/** Draws into `frame`, follows its size and the theme until it is closed. The lines stay the same, their values may change. */
export const drawLines = (frame: HTMLElement, data: ChartData, { least, onPick }: DrawingOptions): Drawing => {
  const colours = coloursIn(frame);
  const line = (): string => colours.of('--o-line');
  const axis = {
    stroke: () => colours.of('--o-ink-soft'),
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  };
  const pick = (chart: uPlot): void => {
    const seconds = chart.data[0][chart.cursor.idx ?? -1];
    if (seconds !== undefined) onPick?.(seconds * 1000);
  };
  const chart = new uPlot(
    {
      width: frame.clientWidth,
      height: frame.clientHeight,
      series: seriesOf(data, colours),
      legend: legendOf(data),
      axes: [
        { ...axis, incrs: MARKS_S, values: (_, seconds) => seconds.map(timeMark) },
        { ...axis, size: 56 },
      ],
      scales: { y: { range: (_, __, max) => [0, Math.max(least, max * 1.1)] } },
      hooks: { ready: [(ready) => ready.over.addEventListener('click', () => pick(ready))] },
    },
    aligned(data),
    frame,
  );
  const fit = new ResizeObserver(() => {
    const legend = chart.root.querySelector('.u-legend')?.clientHeight ?? 0;
    chart.setSize({ width: frame.clientWidth, height: frame.clientHeight - legend });
  });
  fit.observe(frame);
  const stopTheme = onThemeChange(() => {
    colours.forget();
    chart.redraw(false);
  });
  return {
    setData: (next) => chart.setData(aligned(next)),
    close: () => {
      fit.disconnect();
      stopTheme();
      chart.destroy();
    },
  };
};
