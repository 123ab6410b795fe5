// The small map with one vehicle and its trail: made in the frame it is given, and closed with it.
import type { MapSources } from '@outrider/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Marker } from '../../map/marker.ts';
import type { TrailMap } from '../../map/trail-map.ts';
import type { TrailPoint } from '../../map/trail.ts';

export type TrailMapProps = { sources: MapSources; marker: Marker; trail: readonly TrailPoint[] };

/** `name` is what the map is called for screen readers. Gives the frame to draw. */
export const useTrailMap = (
  { sources, marker, trail }: TrailMapProps,
  name: string,
): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  const start = useRef(marker);
  const called = useRef(name);
  const [map, setMap] = useState<TrailMap>();
  useEffect(() => {
    const container = frame.current;
    if (container === null) return undefined;
    let made: TrailMap | undefined;
    let closed = false;
    const make = async (): Promise<void> => {
      const { TrailMap: Made } = await import('../../map/trail-map.ts');
      if (closed) return;
      made = new Made({ container, sources, center: start.current, name: called.current });
      setMap(made);
    };
    make().catch(() => {}); // no code or no WebGL: the frame stays empty, everything around it goes on
    return () => {
      closed = true;
      made?.close();
      setMap(undefined);
    };
  }, [sources]);
  useEffect(() => map?.show(marker, trail), [map, marker, trail]);
  return frame;
};
