// Makes the map when the screen opens and ends it with the screen. The map's code is fetched only then.
import type { MapSources } from '@outrider/contract';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { systemClock } from '../../lib/time.ts';
import type { FleetMap } from '../../map/fleet-map.ts';
import { webglSupport } from '../../map/webgl.ts';
import type { WebglSupport } from '../../map/webgl.ts';

export type MapEvents = { onSelect: (id: string) => void; onUnfollow: () => void };

export type FleetMapState = {
  map: FleetMap | undefined;
  /** Why there can be no map in this browser; 'yes' while there can. */
  webgl: WebglSupport;
  /** The ground's tiles do not come. */
  groundFailing: boolean;
  /** The map's code could not be fetched. */
  codeMissing: boolean;
  infoElement: HTMLElement;
};

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The map in `container`; undefined until its code is here. `events` must stay the same object. */
export const useFleetMap = (
  container: RefObject<HTMLElement | null>,
  sources: MapSources,
  clusters: boolean,
  events: MapEvents,
): FleetMapState => {
  const [map, setMap] = useState<FleetMap>();
  const [webgl, setWebgl] = useState<WebglSupport>(webglSupport);
  const [groundFailing, setGroundFailing] = useState(false);
  const [codeMissing, setCodeMissing] = useState(false);
  const [infoElement] = useState(() => document.createElement('div'));
  const unit = useLengthUnit() === 'mile' ? 'imperial' : 'metric';
  useEffect(() => {
    const element = container.current;
    if (element === null || webgl !== 'yes') return undefined;
    let made: FleetMap | undefined;
    let closed = false;
    const make = async (): Promise<void> => {
      const { FleetMap: Made } = await import('../../map/fleet-map.ts').catch(() => ({ FleetMap: undefined }));
      if (closed) return;
      if (Made === undefined) {
        setCodeMissing(true);
        return;
      }
      try {
        made = new Made({
          container: element,
          sources,
          center: sources.center,
          zoom: deployment.mapZoom,
          unit: 'metric',
          name: t('Map of the fleet'),
          clock: systemClock,
          clusters,
          still: isStill(),
          infoElement,
          ...events,
          onGround: setGroundFailing,
        });
        setMap(made);
      } catch {
        setWebgl('graphics'); // the trial context came, the map's own did not
      }
    };
    void make();
    return () => {
      closed = true;
      made?.close();
      setMap(undefined);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `clusters` is only where the map starts; its changes are handed over below
  }, [container, sources, events, infoElement, webgl]);
  useEffect(() => map?.setClusters(clusters), [map, clusters]);
  useEffect(() => map?.setUnit(unit), [map, unit]);
  return { map, webgl, groundFailing, codeMissing, infoElement };
};
