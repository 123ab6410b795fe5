// What is picked on the track: a position, a stop, an event; where it is and when. Picking it goes there.
import type { EventMarker } from '@outrider/contract';
import { useEffect, useState } from 'react';
import type { TrackMap, TrackMapKit } from '../../map/track-map.ts';
import type { TrackResult } from './track-query.ts';
import type { Stop } from './stops.ts';
import { countOf, nearestPoint, pointAt } from './track.ts';
import type { TrackPoint } from './track.ts';
import type { Tools } from './use-tools.ts';

export type Picked =
  | { readonly kind: 'point'; readonly point: TrackPoint }
  | { readonly kind: 'stop'; readonly stop: Stop }
  | { readonly kind: 'event'; readonly event: EventMarker };

/** Degrees and UTC ms of what is picked. */
export const placeOfPicked = (picked: Picked): { lat: number; lng: number; timeMs: number } => {
  switch (picked.kind) {
    case 'point':
      return { lat: picked.point.lat, lng: picked.point.lng, timeMs: picked.point.time };
    case 'stop':
      return { lat: picked.stop.lat, lng: picked.stop.lng, timeMs: picked.stop.startMs };
    default:
      return { lat: picked.event.vehiclex, lng: picked.event.vehicley, timeMs: picked.event.eventtimeutc };
  }
};

const ofMark = (id: string, { track, stops, events = [] }: TrackResult): Picked | undefined => {
  const [kind = '', number = ''] = id.split(':');
  const stop = stops.find(({ index }) => kind === 'stop' && index === Number(number));
  if (stop !== undefined) return { kind: 'stop', stop };
  const event = events.find(({ serialno }) => kind === 'event' && serialno === Number(number));
  if (event !== undefined) return { kind: 'event', event };
  const point = pointAt(track, kind === 'end' ? countOf(track) - 1 : 0);
  return point === undefined ? undefined : { kind: 'point', point };
};

export type Picking = {
  readonly picked: Picked | undefined;
  pick: (picked: Picked | undefined) => void;
  onPick: TrackMapKit['onPick'];
};

export const usePicked = (result: TrackResult | undefined, { player }: Tools): Picking => {
  const span = result?.span;
  const [last, setLast] = useState<{ picked: Picked | undefined; span: TrackResult['span'] | undefined }>();
  // What was picked belongs to its track.
  const picked = last?.span === span ? last?.picked : undefined;
  const pick = (wanted: Picked | undefined): void => {
    setLast({ picked: wanted, span });
    if (wanted === undefined) return;
    player.pause();
    player.seek(placeOfPicked(wanted).timeMs);
  };
  const onPick: TrackMapKit['onPick'] = (at) => {
    if (result === undefined) return;
    if ('mark' in at) pick(ofMark(at.mark, result));
    else {
      const index = nearestPoint(result.track, at, at.reach);
      const point = index === undefined ? undefined : pointAt(result.track, index);
      pick(point === undefined ? undefined : { kind: 'point', point });
    }
  };
  return { picked, pick, onPick };
};

/** The information stands beside what is picked. */
export const usePickedOn = (map: TrackMap | undefined, picked: Picked | undefined): void => {
  useEffect(() => map?.openInfo(picked === undefined ? undefined : placeOfPicked(picked)), [map, picked]);
};
