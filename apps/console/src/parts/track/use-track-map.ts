// Makes the map of the track with the screen and keeps it showing the track, the marks, the vehicle. Its code is fetched only then.
import type { MapSources } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { devices } from '../../live/index.ts';
import type { TrackColours, TrackLines, TrackMap, TrackMapKit, TrackMark } from '../../map/track-map.ts';
import { webglSupport } from '../../map/webgl.ts';
import { placeOf } from '../device-place.ts';
import type { TrackResult } from './track-query.ts';
import { boundsOf, countOf, currentPart, emptyTrack, indexAt, placeAt } from './track.ts';
import type { Tools } from './use-tools.ts';

export type TrackMapState = {
  readonly map: TrackMap | undefined;
  /** 'no': this browser draws no maps; 'missing': its code did not come. */
  readonly trouble: 'none' | 'no' | 'missing';
  /** Where the information beside a picked place is drawn. */
  readonly info: HTMLElement;
};

type Kit = {
  container: RefObject<HTMLElement | null>;
  sources: MapSources;
  tools: Tools;
  colours: TrackColours;
  onPick: TrackMapKit['onPick'];
};

const useMade = ({ container, sources, tools, colours, onPick }: Kit, deviceId: string): TrackMapState => {
  const [map, setMap] = useState<TrackMap>();
  const [support] = useState(webglSupport);
  const [missing, setMissing] = useState(false);
  const [info] = useState(() => document.createElement('div'));
  const start = useRef({ colours, deviceId });
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    const element = container.current;
    if (element === null || support !== 'yes') return undefined;
    let made: TrackMap | undefined;
    let closed = false;
    const make = async (): Promise<void> => {
      const { TrackMap: Made } = await import('../../map/track-map.ts');
      if (closed) return;
      const device = devices.get(start.current.deviceId);
      made = new Made({
        container: element,
        sources,
        center: (device === undefined ? undefined : placeOf(device)) ?? sources.center,
        unit: 'metric',
        name: t('Map of the track'),
        colours: start.current.colours,
        info,
        onPick: (picked) => pick.current(picked),
        onView: (view) => void tools.reader.lines(view).then((lines) => made?.setLines(lines), closedReader),
      });
      setMap(made);
    };
    make().catch(() => setMissing(true));
    return () => {
      closed = true;
      made?.close();
      setMap(undefined);
    };
  }, [container, sources, support, tools, info]);
  const trouble = support === 'yes' ? (missing ? 'missing' : 'none') : 'no';
  return { map, trouble, info };
};

/** The reader ends with the screen: what it had not answered then nobody draws. */
const closedReader = (): void => {};

const marksOf = (result: TrackResult): readonly TrackMark[] => {
  const { track, stops, events = [] } = result;
  const last = track.timeMs.length - 1;
  if (last < 0) return [];
  const end = (id: 'start' | 'end', index: number): TrackMark => ({
    id,
    kind: `track-${id}`,
    lat: track.lat[index] ?? 0,
    lng: track.lng[index] ?? 0,
  });
  return [
    ...stops.map(({ index, lat, lng }): TrackMark => ({ id: `stop:${index}`, kind: 'track-stop', lat, lng })),
    ...events.map(({ serialno, vehiclex, vehicley }): TrackMark => ({
      id: `event:${serialno}`,
      kind: 'track-event',
      lat: vehiclex,
      lng: vehicley,
    })),
    end('start', 0),
    end('end', last),
  ];
};

const noLines = (): TrackLines => ({ corners: new Float64Array(), starts: new Uint32Array() });

/** The track on the map: shown whole once, then grown in place. Of a query that was given up nothing stays. */
const useTrackOn = (map: TrackMap | undefined, result: TrackResult | undefined, { query }: Tools): void => {
  const shown = useRef<TrackResult['span']>(undefined);
  const isNone = useStore(query.state, ({ status, result: found }) => status === 'idle' && found === undefined);
  useEffect(() => {
    if (isNone) map?.setLines(noLines());
  }, [map, isNone]);
  useEffect(() => {
    if (map === undefined) return;
    map.setMarks(result === undefined ? [] : marksOf(result));
    if (result === undefined || countOf(result.track) === 0) map.setLines(noLines());
    else if (shown.current !== result.span) {
      const bounds = boundsOf(result.track);
      if (bounds !== undefined) map.fit(bounds);
    }
    shown.current = result?.span;
    map.redraw();
  }, [map, result]);
};

/** The vehicle and the part behind it, at each moment that is played. */
const useVehicleOn = (
  map: TrackMap | undefined,
  result: TrackResult | undefined,
  tools: Tools,
  follow: boolean,
): void => {
  useEffect(() => {
    if (map === undefined) return undefined;
    const track = result?.track ?? emptyTrack;
    let drawnTo = -2;
    const draw = (): void => {
      const { timeMs } = tools.player.state.getState();
      const place = placeAt(track, timeMs);
      map.setVehicle(
        place === undefined ? undefined : { lat: place.lat, lng: place.lng, heading: place.trackingAngle },
        follow,
      );
      const index = place === undefined ? -1 : indexAt(track, timeMs);
      if (index === drawnTo) return;
      drawnTo = index;
      map.setCurrent(currentPart(track, index));
    };
    draw();
    return tools.player.state.subscribe(draw);
  }, [map, result, tools, follow]);
};

export const useTrackMap = (
  kit: Kit,
  deviceId: string,
  result: TrackResult | undefined,
  follow: boolean,
): TrackMapState => {
  const state = useMade(kit, deviceId);
  const { map } = state;
  const unit = useLengthUnit() === 'mile' ? 'imperial' : 'metric';
  const { full, current } = kit.colours;
  useEffect(() => map?.setUnit(unit), [map, unit]);
  useEffect(() => map?.setColours({ full, current }), [map, full, current]);
  useTrackOn(map, result, kit.tools);
  useVehicleOn(map, result, kit.tools, follow);
  // Before there is a track: where the chosen device is.
  useEffect(() => {
    const device = result === undefined ? devices.get(deviceId) : undefined;
    const place = device === undefined ? undefined : placeOf(device);
    if (place !== undefined) map?.centre(place);
  }, [map, deviceId, result]);
  return state;
};
