// The state of the map screen: which vehicle is selected (in the URL), what the map shows of it, labels and clusters.
import type { MapSources } from '@outrider/contract';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePreference } from '../../lib/preferences.ts';
import { textScale } from '../../lib/text-scale.ts';
import { useFilter } from '../../live/filter.ts';
import { useDevice } from '../../live/hooks.ts';
import { devices, positions } from '../../live/index.ts';
import type { Closeness, FleetMap, MapPlace } from '../../map/fleet-map.ts';
import type { TrailPoint } from '../../map/trail.ts';
import { FleetFeed } from './feed.ts';
import { isLabelKind } from './map-marks.ts';
import type { LabelKind } from './map-marks.ts';
import { useFleetMap } from './use-fleet-map.ts';
import type { FleetMapState, MapEvents } from './use-fleet-map.ts';
import { useTrail } from './use-trail.ts';

/** Pixels that the list and the panel take from the map. */
const ROOM = { list: 312, edge: 12 } as const;
/** As the panel's width in map.module.css. */
const panelWidth = (): number => Math.min(400 * textScale(), Math.max(300 * textScale(), globalThis.innerWidth * 0.24));

export type MapView = FleetMapState & {
  /** The device of the URL; undefined without one, or when the list does not have it. */
  selected: string | undefined;
  select: (id: string, closeness: Closeness) => void;
  clear: () => void;
  following: boolean;
  follow: (on: boolean) => void;
  label: LabelKind;
  setLabel: (kind: LabelKind) => void;
  clusters: boolean;
  setClusters: (on: boolean) => void;
  trail: readonly TrailPoint[];
};

/** The selection lives in the URL; `closeness` is remembered beside it for the moment it reaches the map. */
const useSelection = () => {
  const [parameters, setParameters] = useAddressQuery();
  const asked = parameters.get('device') ?? '';
  const known = useDevice(asked) !== undefined;
  const closeness = useRef<Closeness>('near');
  const choose = useCallback(
    (id: string | undefined, close: Closeness) => {
      closeness.current = close;
      setParameters(() => new URLSearchParams(id === undefined ? {} : { device: id }));
    },
    [setParameters],
  );
  return { selected: known ? asked : undefined, closeness, choose };
};

/** '?place=24.07850,120.52850': where to go, which the quick bar found; undefined for anything else. */
const placeIn = ({ search }: Pick<Location, 'search'>): MapPlace | undefined => {
  const text = new URLSearchParams(search).get('place') ?? '';
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? [];
  if (lat === undefined || lng === undefined) return undefined;
  const place = { lat: Number(lat), lng: Number(lng) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : undefined;
};

/** Shows it when the map is here, and with each visit of its address, the same one too. */
const usePlace = (map: FleetMap | undefined): boolean => {
  const visit = useLocation();
  useEffect(() => map?.showPlace(placeIn(visit)), [map, visit]);
  return placeIn(visit) !== undefined;
};

/** Feeds the map and shows the whole fleet once, unless the URL names a vehicle. */
const useFeed = (map: FleetMap | undefined, label: LabelKind, onFirst: RefObject<() => void>): void => {
  const filter = useFilter();
  const start = useRef({ filter, label });
  const feed = useRef<FleetFeed>(undefined);
  useEffect(() => {
    start.current = { filter, label };
    feed.current?.show(filter, label);
  }, [filter, label]);
  useEffect(() => {
    if (map === undefined) return undefined;
    const kit = { devices, positions, map, onFirst: () => onFirst.current() };
    const made = new FleetFeed(kit, start.current.filter, start.current.label);
    feed.current = made;
    return () => made.close();
  }, [map, onFirst]);
};

const useFollow = (map: FleetMap | undefined): readonly [boolean, (on: boolean) => void, (on: boolean) => void] => {
  const [following, setFollowing] = useState(false);
  const follow = (on: boolean): void => {
    map?.follow(on);
    setFollowing(on);
  };
  return [following, follow, setFollowing];
};

/** The whole state; `container` is where the map is drawn. */
export const useMapView = (container: RefObject<HTMLElement | null>, sources: MapSources): MapView => {
  const { selected, closeness, choose } = useSelection();
  const [storedLabel, setLabel] = usePreference('mapLabel');
  const [storedClusters, setClusters] = usePreference('mapClusters');
  const label = isLabelKind(storedLabel) ? storedLabel : 'memo';
  const clusters = storedClusters !== 'false';
  const clicked = useRef<(id: string) => void>(() => {});
  const left = useRef<() => void>(() => {});
  const events = useMemo<MapEvents>(
    () => ({ onSelect: (id) => clicked.current(id), onUnfollow: () => left.current() }),
    [],
  );
  const state = useFleetMap(container, sources, clusters, events);
  const { map } = state;
  const atPlace = usePlace(map);
  const [following, follow, setFollowing] = useFollow(map);
  const trail = useTrail(selected);
  const first = useRef<() => void>(() => {});
  const select = (id: string, close: Closeness): void => {
    choose(id, close);
    setFollowing(true);
    if (id === selected) map?.select(id, close); // again: back to it
  };
  useEffect(() => {
    clicked.current = (id) => select(id, 'near');
    left.current = () => setFollowing(false);
    first.current = () => {
      if (selected !== undefined) map?.select(selected, closeness.current);
      else if (!atPlace) map?.fit(false);
    };
  });
  useEffect(() => {
    const right = selected === undefined ? 56 : panelWidth() + ROOM.edge;
    map?.setPadding({ left: ROOM.list + ROOM.edge, right, top: ROOM.edge, bottom: ROOM.edge * 2 });
    map?.select(selected, closeness.current);
  }, [map, selected, closeness]);
  useFeed(map, label, first);
  useEffect(() => map?.setTrail(trail), [map, trail]);
  return {
    ...state,
    selected,
    select,
    clear: () => choose(undefined, 'stay'),
    following,
    follow,
    label,
    setLabel,
    clusters,
    setClusters: (on) => setClusters(String(on)),
    trail,
  };
};
