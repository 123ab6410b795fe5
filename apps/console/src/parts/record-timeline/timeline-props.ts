// What the timeline of recordings is given and what it tells.
import type { ReactElement } from 'react';
import type { Holding, RecordSpan, TimelineMark } from './bands.ts';
import type { TimeView } from './time-view.ts';
import type { HoldingWords, TimelineRow } from './words.ts';

/** A moment of a row, UTC ms; `text` says which row and where its recording lies. */
export type PreviewPlace = {
  readonly channel: number;
  readonly name: string;
  readonly ms: number;
  readonly text: string;
};

export type RecordTimelineProps = {
  /** What it is, for who cannot see it. */
  label: string;
  rows: readonly TimelineRow[];
  /** Keep the array as long as it is the same: it is laid out again with each other one. */
  spans: readonly RecordSpan[];
  /** Events below the rows; without it there is no such row. */
  marks?: readonly TimelineMark[] | undefined;
  /** What is shown; zooming and panning ask for another one. */
  view: TimeView;
  onView: (view: TimeView) => void;
  /** How far panning goes: from the oldest recording there may be to the end of today. */
  bounds: TimeView;
  /** What has been asked for; outside nothing is said to be missing. All of the view when left out. */
  asked?: TimeView | undefined;
  /** The playing time, UTC ms. */
  timeMs?: number | undefined;
  onSeek: (ms: number) => void;
  /** Drawn over the timeline where the pointer is, or the keyboard, and the server has a recording of a channel. */
  preview?: ((place: PreviewPlace) => ReactElement) | undefined;
  /** A chosen span, marked across the rows. */
  range?: TimeView | undefined;
  /** Other words for where recordings lie. */
  words?: HoldingWords;
  /** Which looks the legend explains; all when left out. */
  legend?: readonly Holding[];
};
