// The small map on which an area is drawn: made in the frame it is given, and closed with it. Its code is fetched only then.
import type { MapSources } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLengthUnit } from '../../lib/preferences.ts';
import type { AreaMap } from '../../map/area-map.ts';
import type { AreaShape, Handle, OtherShape, Place } from '../../map/area-shape.ts';

export type AreaMapProps = {
  sources: MapSources;
  shape: AreaShape;
  /** Shown beside it. */
  others: readonly OtherShape[];
  /** Where to begin while there is neither. */
  at: Place | undefined;
  /** `step` is the same for everything that one drag, press or key changes. */
  onShape: (shape: AreaShape, step: number) => void;
  /** How near it begins. */
  zoom?: number;
  /** Of the area itself, '' for the usual one. */
  colour?: string;
  /** What a handle is called: then keys move it. The same function always. */
  nameOf?: (what: Handle['what'], index: number) => string;
  /** With another value the area is brought into sight again. */
  sightOf?: string;
};

/** `name` is what the map is called for screen readers. Gives the frame to draw, the map as soon as it is there, and whether none comes. */
export const useAreaMap = (
  { sources, shape, others, at, onShape, zoom, colour = '', nameOf, sightOf }: AreaMapProps,
  name: string,
): { frame: RefObject<HTMLDivElement | null>; map: AreaMap | undefined; failed: boolean } => {
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<AreaMap>();
  const [failed, setFailed] = useState(false);
  const unit = useLengthUnit() === 'mile' ? 'imperial' : 'metric';
  const start = useRef({ at, unit, name, zoom, nameOf } as const);
  const tell = useRef(onShape);
  useEffect(() => {
    tell.current = onShape;
  });
  useEffect(() => {
    const container = frame.current;
    if (container === null) return undefined;
    let made: AreaMap | undefined;
    let closed = false;
    const make = async (): Promise<void> => {
      const { AreaMap: Made } = await import('../../map/area-map.ts');
      if (closed) return;
      const { at: center = sources.center, ...rest } = start.current;
      made = new Made({ container, sources, center, ...rest, onShape: (...drawn) => tell.current(...drawn) });
      setMap(made);
    };
    make().catch(() => setFailed(!closed)); // no code or no WebGL: the numbers are there
    return () => {
      closed = true;
      made?.close();
      setMap(undefined);
      setFailed(false);
    };
  }, [sources]);
  useEffect(() => map?.setUnit(unit), [map, unit]);
  useEffect(() => map?.setColour(colour), [map, colour]);
  useEffect(() => map?.show(shape, others), [map, shape, others]);
  useEffect(() => {
    if (sightOf !== undefined) map?.fit();
  }, [map, sightOf]);
  return { frame, map, failed };
};
