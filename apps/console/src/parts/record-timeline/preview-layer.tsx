// Where over a timeline the picture of a moment stands: above the pointer, or above the playing time while the keyboard is on the timeline.
// What is drawn there comes in; where the server has nothing, nothing is.
import type { ReactElement } from 'react';
import { holdingAt } from './bands.ts';
import type { RecordSpan } from './bands.ts';
import { AXIS_PX, ROW_PX } from './plot.tsx';
import styles from './record-timeline.module.css';
import { lengthOf, momentAt, placeOf } from './time-view.ts';
import type { PreviewPlace, RecordTimelineProps } from './timeline-props.ts';
import { heldText } from './words.ts';

/** Pixels within the plot. */
export type Place = { readonly x: number; readonly y: number };

/** The picture is this wide, in pixels. */
const PREVIEW_PX = 240;
/** A pointer misses what it means by no more. */
const AIM_PX = 2;

type PreviewKit = Pick<RecordTimelineProps, 'rows' | 'view' | 'timeMs' | 'preview' | 'words'> & {
  width: number;
  spans: ReadonlyMap<number, readonly RecordSpan[]>;
  hover: Place | undefined;
  keyboard: boolean;
};

/** What the server has of a row nearest to the moment, no further away than a pointer can aim; undefined: nothing. */
const nearMs = (spans: readonly RecordSpan[], ms: number, toleranceMs: number): number | undefined => {
  const near = spans
    .filter(({ source }) => source === 'server')
    .map(({ startMs, endMs }) => Math.min(Math.max(ms, startMs), endMs))
    .filter((found) => Math.abs(found - ms) <= toleranceMs);
  return near.toSorted((a, b) => Math.abs(a - ms) - Math.abs(b - ms))[0];
};

/** Of the row that is pointed at; beside the rows of the first that has something. */
const placeIn = (kit: PreviewKit, y: number, ms: number): PreviewPlace | undefined => {
  const { rows, spans, view, width, words } = kit;
  const toleranceMs = (AIM_PX * lengthOf(view)) / Math.max(width, 1);
  const row = rows[Math.floor((y - AXIS_PX) / ROW_PX)];
  const places = (row === undefined ? rows : [row]).flatMap(({ channel, name }) => {
    const held = spans.get(channel) ?? [];
    const found = nearMs(held, ms, toleranceMs);
    if (found === undefined) return [];
    return [{ channel, name, ms: found, text: heldText(name, holdingAt(held, found), words) }];
  });
  return places[0];
};

/** What is shown where, for who points into the timeline or has the keyboard on it; undefined: nothing is. */
export type Previewed = PreviewPlace & { readonly x: number };
export const previewedAt = (kit: PreviewKit): Previewed | undefined => {
  const { view, width, timeMs, hover, keyboard } = kit;
  if (kit.preview === undefined) return undefined;
  const inSight = timeMs !== undefined && timeMs >= view.fromMs && timeMs <= view.toMs;
  const standing = keyboard && inSight ? { x: placeOf(view, width, timeMs), y: 0 } : undefined;
  const at = hover ?? standing;
  if (at === undefined) return undefined;
  const ms = hover === undefined && timeMs !== undefined ? timeMs : momentAt(view, width, at.x);
  const place = placeIn(kit, at.y, ms);
  return place && { ...place, x: at.x };
};

type PreviewLayerProps = Pick<RecordTimelineProps, 'preview'> & { width: number; place: Previewed | undefined };

export const PreviewLayer = ({ preview, width, place }: PreviewLayerProps): ReactElement | null => {
  if (preview === undefined || place === undefined) return null;
  const { x, ...moment } = place;
  const left = Math.max(0, Math.min(x - PREVIEW_PX / 2, width - PREVIEW_PX));
  return (
    <div className={styles.preview}>
      <div className={styles.previewAt} style={{ marginInlineStart: left }}>
        {preview(moment)}
      </div>
    </div>
  );
};
