// The small map on which an area is drawn: made in the frame it is given, and closed with it. Its code is fetched only then.
import type { MapSources } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLengthUnit } from '../../lib/preferences.ts';
import type { AreaMap } from '../../map/area-map.ts';
import type { AreaShape, Place } from '../../map/area-shape.ts';

export type AreaMapProps = {
  sources: MapSources;
  shape: AreaShape;
  /** Shown beside it. */
  others: readonly AreaShape[];
  /** Where to begin while there is neither. */
  at: Place | undefined;
  onShape: (shape: AreaShape) => void;
};

/** `name` is what the map is called for screen readers. Gives the frame to draw, and the map as soon as it is there. */
export const useAreaMap = (
  { sources, shape, others, at, onShape }: AreaMapProps,
  name: string,
): { frame: RefObject<HTMLDivElement | null>; map: AreaMap | undefined } => {
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<AreaMap>();
  const unit = useLengthUnit() === 'mile' ? 'imperial' : 'metric';
  const start = useRef({ at, unit, name } as const);
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
      made = new Made({ container, sources, center, ...rest, onShape: (next) => tell.current(next) });
      setMap(made);
    };
    make().catch(() => {}); // no code or no WebGL: the frame stays empty, and the numbers are there
    return () => {
      closed = true;
      made?.close();
      setMap(undefined);
    };
  }, [sources]);
  useEffect(() => map?.setUnit(unit), [map, unit]);
  useEffect(() => map?.show(shape, others), [map, shape, others]);
  return { frame, map };
};
