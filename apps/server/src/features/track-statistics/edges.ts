// Where the reports of UTC days begin and end, and what lies between them without a report: a silence over midnight belongs to no day by
// itself. Pure. Not: silences within a day, which are steps of its own.
import type { TrackSample } from '../position/index.ts';
import { SILENCE_S, type Spot, type Step, stepBetween } from './cleaning.ts';
import { DAY_S } from './sums.ts';

/** The first and the last believed report of a UTC day. */
export type Edges = {
  first: TrackSample;
  last: TrackSample;
  /** Up to here the distance is counted at the last one. */
  anchor: Spot;
  /** The first one comes soon after one of the day before, the last one is soon followed: no silence there. */
  follows: boolean;
  isFollowed: boolean;
};

/** A longer one says nothing: rather a clock that was wrong, or another life of the recorder. */
const MAX_SILENCE_S = 366 * DAY_S;

/**
 * Does a silence, for all that these days say in their order, reach over the beginning of a span and over its end? Also one that ends with
 * the very beginning: whether over speed went on there is known from its other end.
 */
export const openEnds = (days: readonly Edges[], from: number, to: number): { before: boolean; after: boolean } => {
  const [first, last] = [days[0], days.at(-1)];
  return {
    before: first === undefined || (!first.follows && first.first.time >= from),
    after: last === undefined || (!last.isFollowed && last.last.time < to),
  };
};

/**
 * The silences between days with reports in their order, and up to the next report behind them. Where a day says that reports follow each
 * other over its midnight there is none, even if the other day did not believe the report beyond: a part of that step is counted already.
 */
export const silencesBetween = (days: readonly Edges[], next: TrackSample | undefined): Step[] =>
  days.flatMap(({ last, anchor, isFollowed }, i) => {
    const after = days[i + 1];
    if (isFollowed || (after?.follows ?? false)) return [];
    const p = after?.first ?? next;
    const seconds = p === undefined ? 0 : p.time - last.time;
    // What is shorter is a step of the days on both sides.
    return p === undefined || seconds <= SILENCE_S || seconds > MAX_SILENCE_S ? [] : stepBetween(last, anchor, p);
  });

/** Second of the day, place, km/h x 10, two bits of state, odometer in steps of 100 m. */
const SAMPLE_BYTES = 4 + 4 + 4 + 2 + 1 + 4;
const EDGES_BYTES = 2 * SAMPLE_BYTES + 4 + 4 + 1;
const NO_ODOMETER = 0xff_ff_ff_ff;
const ODOMETER_STEP_M = 100;
const IGNITION = 1;
const FOLLOWS = 1;
const IS_FOLLOWED = 2;

const writeSample = (view: DataView, at: number, p: TrackSample, begin: number): void => {
  view.setUint32(at, p.time - begin);
  view.setInt32(at + 4, p.lat);
  view.setInt32(at + 8, p.lng);
  view.setUint16(at + 12, Math.round(p.speedKmh * 10));
  view.setUint8(at + 14, p.ignition ? IGNITION : 0);
  view.setUint32(at + 15, p.odometerM === null ? NO_ODOMETER : Math.round(p.odometerM / ODOMETER_STEP_M));
};

/** When it arrived is not kept: it was believed. */
const readSample = (view: DataView, at: number, begin: number): TrackSample => {
  const time = begin + view.getUint32(at);
  const odometer = view.getUint32(at + 15);
  return {
    time,
    received: time,
    lat: view.getInt32(at + 4),
    lng: view.getInt32(at + 8),
    speedKmh: view.getUint16(at + 12) / 10,
    ignition: view.getUint8(at + 14) === IGNITION,
    replayed: false,
    odometerM: odometer === NO_ODOMETER ? null : odometer * ODOMETER_STEP_M,
  };
};

/** The bytes in which a day is kept: none without reports, else its edges, then its quarters. */
export const encodeDay = (edges: Edges | undefined, quarters: Uint8Array, day: number): Uint8Array => {
  if (edges === undefined) return new Uint8Array(0);
  const bytes = new Uint8Array(EDGES_BYTES + quarters.length);
  const view = new DataView(bytes.buffer);
  writeSample(view, 0, edges.first, day * DAY_S);
  writeSample(view, SAMPLE_BYTES, edges.last, day * DAY_S);
  view.setInt32(2 * SAMPLE_BYTES, edges.anchor.lat);
  view.setInt32(2 * SAMPLE_BYTES + 4, edges.anchor.lng);
  view.setUint8(EDGES_BYTES - 1, (edges.follows ? FOLLOWS : 0) | (edges.isFollowed ? IS_FOLLOWED : 0));
  bytes.set(quarters, EDGES_BYTES);
  return bytes;
};

export const edgesIn = (bytes: Uint8Array, day: number): Edges | undefined => {
  if (bytes.length < EDGES_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const state = view.getUint8(EDGES_BYTES - 1);
  return {
    first: readSample(view, 0, day * DAY_S),
    last: readSample(view, SAMPLE_BYTES, day * DAY_S),
    anchor: { lat: view.getInt32(2 * SAMPLE_BYTES), lng: view.getInt32(2 * SAMPLE_BYTES + 4) },
    follows: (state & FOLLOWS) !== 0,
    isFollowed: (state & IS_FOLLOWED) !== 0,
  };
};

/** For addQuarters. */
export const quartersIn = (bytes: Uint8Array): Uint8Array => bytes.subarray(EDGES_BYTES);
