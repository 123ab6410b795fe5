// The drawing of a timeline: axis with days, one row of bands a channel, a row of marks. Drawn again when the view or the spans change,
// not when time goes on: the cursor lies over it.
import { memo } from 'react';
import type { ReactElement } from 'react';
import { textScale } from '../../lib/text-scale.ts';
import { formatDay } from '../../lib/time.ts';
import { bandsOf } from './bands.ts';
import type { MarkGroup, RecordSpan } from './bands.ts';
import { BandShape, PatternDefs } from './band-shape.tsx';
import styles from './record-timeline.module.css';
import { dayBordersOf, ticksOf } from './ticks.ts';
import type { DayBorder, Tick } from './ticks.ts';
import { placeOf } from './time-view.ts';
import type { TimeView } from './time-view.ts';
import type { TimelineRow } from './words.ts';

export const AXIS_PX = 36;
export const ROW_PX = 24;
export const MARKS_PX = 22;
const BAND_PX = 16;

type AxisProps = { view: TimeView; width: number; ticks: readonly Tick[]; borders: readonly DayBorder[] };

export const Axis = memo(function Axis({ view, width, ticks, borders }: AxisProps): ReactElement {
  return (
    <svg className={styles.axis} width={width} height={AXIS_PX} aria-hidden="true">
      {borders.map(({ ms, x, text }) => (
        <g key={ms}>
          {x > 0 && <line className={styles.dayLine} x1={x} x2={x} y1={0} y2={AXIS_PX} />}
          {text !== '' && (
            <text className={styles.dayText} x={Math.max(x, 0) + 4} y={13}>
              {text}
            </text>
          )}
        </g>
      ))}
      {ticks.map(({ ms, x, text }) => (
        <g key={ms}>
          <line className={styles.tickLine} x1={x} x2={x} y1={AXIS_PX - 5} y2={AXIS_PX} />
          <text className={styles.tickText} x={x} y={AXIS_PX - 8} textAnchor={anchorOf(x, width)}>
            {text}
          </text>
        </g>
      ))}
      {ticks.length === 0 && (
        <line className={styles.tickLine} x1={0} x2={placeOf(view, width, view.toMs)} y1={AXIS_PX} y2={AXIS_PX} />
      )}
    </svg>
  );
});

/** Numbers at the edges stay whole. */
const anchorOf = (x: number, width: number): 'start' | 'middle' | 'end' => {
  const half = 18 * textScale();
  if (x < half) return 'start';
  return x > width - half ? 'end' : 'middle';
};

type RowsProps = {
  view: TimeView;
  width: number;
  rows: readonly TimelineRow[];
  spans: ReadonlyMap<number, readonly RecordSpan[]>;
  /** What has been asked for so far; nothing is said of the rest. */
  asked: TimeView | undefined;
  marks: readonly MarkGroup[] | undefined;
  ticks: readonly Tick[];
  borders: readonly DayBorder[];
  pattern: string;
};

const Marks = ({ marks, top }: { marks: readonly MarkGroup[]; top: number }): ReactElement => (
  <g>
    {marks.map(({ x, kind, marks: inside }) => (
      <path
        key={`${x} ${kind}`}
        className={kind === 'alarm' ? styles.alarmMark : styles.eventMark}
        data-marks={inside.length}
        d={
          kind === 'alarm'
            ? `M${x} ${top + 4}l6 11h-12z` // a triangle
            : `M${x} ${top + 3}l5 6l-5 6l-5 -6z` // a diamond
        }
      />
    ))}
  </g>
);

export const Rows = memo(function Rows(props: RowsProps): ReactElement {
  const { view, width, rows, spans, asked, marks, ticks, borders, pattern } = props;
  const height = rows.length * ROW_PX + (marks === undefined ? 0 : MARKS_PX);
  const known = asked ?? view;
  const from = Math.max(0, placeOf(view, width, known.fromMs));
  const to = Math.min(width, placeOf(view, width, known.toMs));
  return (
    <svg className={styles.rows} width={width} height={height} aria-hidden="true">
      <PatternDefs id={pattern} />
      {ticks.map(({ ms, x }) => (
        <line key={ms} className={styles.grid} x1={x} x2={x} y1={0} y2={height} />
      ))}
      {rows.map(({ channel }, i) => {
        const middle = i * ROW_PX + ROW_PX / 2;
        return (
          <g key={channel} data-row={channel}>
            {to > from && <line className={styles.missing} x1={from} x2={to} y1={middle} y2={middle} />}
            {bandsOf(spans.get(channel) ?? [], view, width).map((band) => (
              <BandShape key={band.x} band={band} top={middle - BAND_PX / 2} height={BAND_PX} pattern={pattern} />
            ))}
          </g>
        );
      })}
      {borders.map(
        ({ ms, x }) => x > 0 && <line key={ms} className={styles.dayLine} x1={x} x2={x} y1={0} y2={height} />,
      )}
      {marks !== undefined && <Marks marks={marks} top={rows.length * ROW_PX} />}
    </svg>
  );
});

/** Ticks and day borders of a view. */
export const axisOf = (view: TimeView, width: number): Pick<AxisProps, 'ticks' | 'borders'> => ({
  ticks: ticksOf(view, width, textScale()),
  borders: dayBordersOf(view, width, formatDay),
});
