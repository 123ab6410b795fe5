// The part of a timeline that is pointed at: drawing, cursor, the time under the pointer. A slider for who uses the keyboard.
import { useMemo } from 'react';
import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatTime } from '../../lib/time.ts';
import { holdingAt, markGroups } from './bands.ts';
import type { MarkGroup, RecordSpan } from './bands.ts';
import { keyRequest } from './keys.ts';
import { AXIS_PX, Axis, axisOf, ROW_PX, Rows } from './plot.tsx';
import styles from './record-timeline.module.css';
import { following, momentAt, placeOf } from './time-view.ts';
import type { TimeView } from './time-view.ts';
import type { Place } from './preview-layer.tsx';
import type { RecordTimelineProps } from './timeline-props.ts';
import { useGestures } from './use-gestures.ts';
import { heldText, momentText } from './words.ts';

export type SurfaceProps = Omit<RecordTimelineProps, 'label' | 'legend' | 'spans' | 'preview'> & {
  plot: RefObject<HTMLDivElement | null>;
  width: number;
  spans: ReadonlyMap<number, readonly RecordSpan[]>;
  pattern: string;
  hover: Place | undefined;
  /** A picture stands over what is pointed at, and says under it what a tip would. */
  previewed: boolean;
  onHover: (place: Place | undefined) => void;
  /** The keyboard is here, as it shows. */
  onKeyboard: (here: boolean) => void;
};

const markAt = ({ x, y }: Place, rows: number, marks: readonly MarkGroup[]): MarkGroup | undefined =>
  y < AXIS_PX + rows * ROW_PX ? undefined : marks.find((mark) => Math.abs(mark.x - x) <= 8);

const marksText = ({ marks }: MarkGroup): string => {
  const texts = marks.slice(0, 3).map(({ text }) => text);
  return texts.join(', ') + (marks.length > 3 ? ` +${marks.length - 3}` : '');
};

/** What lies under the pointer: the events there, or what the row has at that moment. */
const tipText = (
  place: Place,
  ms: number,
  { rows, spans, words }: SurfaceProps,
  mark: MarkGroup | undefined,
): string => {
  if (mark !== undefined) return marksText(mark);
  const row = rows[Math.floor((place.y - AXIS_PX) / ROW_PX)];
  return row === undefined ? '' : heldText(row.name, holdingAt(spans.get(row.channel) ?? [], ms), words);
};

const Tip = ({ place, ms, width, text }: { place: Place; ms: number; width: number; text: string }): ReactElement => (
  <div className={styles.tip} style={place.x > width / 2 ? { right: width - place.x + 8 } : { left: place.x + 8 }}>
    <span className="num">{formatTime(ms)}</span> {text}
  </div>
);

type RangeProps = { view: TimeView; width: number; range: TimeView };

const RangeBox = ({ view, width, range }: RangeProps): ReactElement | null => {
  const from = Math.max(placeOf(view, width, range.fromMs), -2);
  const to = Math.min(placeOf(view, width, range.toMs), width + 2);
  if (to < 0 || from > width) return null;
  return <div className={styles.range} style={{ left: from, width: Math.max(to - from, 2) }} />;
};

/** What the slider says of itself; a playing time out of sight widens its range. */
const sliderOf = ({
  rows,
  spans,
  words = {},
  view,
  timeMs,
}: SurfaceProps): Record<`aria-${string}`, string | number> => {
  const at = timeMs ?? (view.fromMs + view.toMs) / 2;
  return {
    'aria-label': t('Time'),
    'aria-valuemin': Math.floor(Math.min(view.fromMs, at) / 1000),
    'aria-valuemax': Math.ceil(Math.max(view.toMs, at) / 1000),
    'aria-valuenow': Math.round(at / 1000),
    'aria-valuetext': momentText(timeMs, rows, spans, words),
  };
};

/** Axis and groups of marks, laid out again for another view only. */
const useLayout = ({ view, width, marks }: SurfaceProps) => {
  const { fromMs, toMs } = view;
  const axis = useMemo(() => axisOf({ fromMs, toMs }, width), [fromMs, toMs, width]);
  const groups = useMemo(
    () => (marks === undefined ? undefined : markGroups(marks, { fromMs, toMs }, width)),
    [marks, fromMs, toMs, width],
  );
  return { axis, groups };
};

const onKeys =
  ({ view, bounds, timeMs, onView, onSeek }: SurfaceProps) =>
  (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const request = keyRequest(event, timeMs ?? (view.fromMs + view.toMs) / 2, view, bounds);
    if (request === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the screen may have other uses for arrows
    const next = 'seek' in request ? following(view, request.seek, bounds) : request.view;
    if (next !== view) onView(next);
    if ('seek' in request) onSeek(request.seek);
  };

export const Surface = (props: SurfaceProps): ReactElement => {
  const { plot, width, rows, spans, asked, view, bounds, timeMs, range, pattern, onView, onSeek, hover } = props;
  const { axis, groups } = useLayout(props);
  const markUnder = (place: Place): MarkGroup | undefined => markAt(place, rows.length, groups ?? []);
  const gestures = useGestures(plot, {
    view,
    bounds,
    width,
    onView,
    onHover: props.onHover,
    onClick: (x, y) => onSeek(markUnder({ x, y })?.marks[0]?.ms ?? momentAt(view, width, x)),
  });
  const hoverMs = momentAt(view, width, hover?.x ?? 0);
  const mark = hover && markUnder(hover);
  const shown = { view, width, ...axis };
  return (
    <div
      ref={plot}
      className={styles.plot}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no input holds a drawing and takes a pinch
      role="slider"
      tabIndex={0}
      aria-valuenow={0}
      {...sliderOf(props)}
      onKeyDown={onKeys(props)}
      onFocus={({ currentTarget }) => props.onKeyboard(currentTarget.matches(':focus-visible'))}
      onBlur={() => props.onKeyboard(false)}
      {...gestures}
    >
      <Axis {...shown} />
      <Rows {...shown} rows={rows} spans={spans} asked={asked} marks={groups} pattern={pattern} />
      {range !== undefined && <RangeBox view={view} width={width} range={range} />}
      {timeMs !== undefined && timeMs >= view.fromMs && timeMs <= view.toMs && (
        <div className={styles.cursor} style={{ left: placeOf(view, width, timeMs) }} data-cursor={timeMs} />
      )}
      {hover !== undefined && <div className={styles.hover} style={{ left: hover.x }} />}
      {hover !== undefined && (mark !== undefined || !props.previewed) && (
        <Tip place={hover} ms={hoverMs} width={width} text={tipText(hover, hoverMs, props, mark)} />
      )}
    </div>
  );
};
