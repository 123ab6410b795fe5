// An area as its form has it: every field of every kind at once, places as lines of text. Pure.
import { type AreaKind, type DeviceArea, deviceArea, type RoutePoint } from '@outrider/contract';
import type { Issue } from '../../../lib/issue-words.ts';
import { inUnit, type LengthUnit } from '../../../lib/units.ts';
import type { Spoken } from '../../../parts/form/draft.ts';

export type AreaDraft = {
  kind: AreaKind;
  id: number;
  name: string;
  /** What was drawn last, as JSON: the map is a row of the form, and the numbers follow from it. */
  drawn: string;
  lat: number;
  lng: number;
  radiusm: number;
  north: number;
  west: number;
  south: number;
  east: number;
  /** One place in a line: latitude, longitude. */
  points: string;
  /** Of a route, the same on every section. */
  widthm: number;
  limited: boolean;
  maxkmh: number;
  overspeeds: number;
  nightkmh: number;
  maxs: number;
  mins: number;
  timed: boolean;
  start: string;
  end: string;
  enter: boolean;
  leave: boolean;
  driverenter: boolean;
  driverleave: boolean;
};

type Place = { readonly lat: number; readonly lng: number };
const NONE = Number.NaN;
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A circle around the vehicle, where it is known where that is. */
export const blankArea = (id: number, at: Place | undefined): AreaDraft => ({
  kind: 'circle',
  id,
  name: '',
  drawn: '',
  lat: at === undefined ? NONE : rounded(at.lat),
  lng: at === undefined ? NONE : rounded(at.lng),
  radiusm: 200,
  north: NONE,
  west: NONE,
  south: NONE,
  east: NONE,
  points: '',
  widthm: 50,
  limited: false,
  maxkmh: 60,
  overspeeds: 10,
  nightkmh: NONE,
  maxs: NONE,
  mins: NONE,
  timed: false,
  start: '00:00:00',
  end: '23:59:59',
  enter: true,
  leave: true,
  driverenter: false,
  driverleave: false,
});

export const lineOf = ({ lat, lng }: Place): string => `${lat}, ${lng}`;

/** A route whose sections differ has the values of its first one here. */
export const draftOf = (area: DeviceArea): AreaDraft => {
  const blank = blankArea(area.id, undefined);
  const route = area.kind === 'route' ? area.points[0] : undefined;
  const limit = area.kind === 'route' ? route : area;
  const { name = '', start, end, enter = false, leave = false, driverenter = false, driverleave = false } = area;
  return {
    ...blank,
    ...(area.kind === 'circle' && { lat: area.lat, lng: area.lng, radiusm: area.radiusm }),
    ...(area.kind === 'rectangle' && { north: area.north, west: area.west, south: area.south, east: area.east }),
    ...((area.kind === 'polygon' || area.kind === 'route') && { points: area.points.map(lineOf).join('\n') }),
    kind: area.kind,
    name,
    widthm: route?.widthm ?? blank.widthm,
    maxs: route?.maxs ?? NONE,
    mins: route?.mins ?? NONE,
    limited: limit?.maxkmh !== undefined,
    maxkmh: limit?.maxkmh ?? blank.maxkmh,
    overspeeds: limit?.overspeeds ?? blank.overspeeds,
    nightkmh: limit?.nightkmh ?? NONE,
    timed: start !== undefined,
    start: start ?? blank.start,
    end: end ?? blank.end,
    enter,
    leave,
    driverenter,
    driverleave,
  };
};

/** Whether the form can say all of it: sections of a route may differ where somebody planned them elsewhere. */
export const isPlain = (area: DeviceArea): boolean =>
  area.kind !== 'route' ||
  new Set(area.points.slice(0, -1).map(({ lat: _lat, lng: _lng, ...section }) => JSON.stringify(section))).size <= 1;

export const placesOf = (text: string): Place[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [lat = NONE, lng = NONE, ...more] = line
        .split(/[,;\s]+/)
        .filter(Boolean)
        .map(Number);
      return more.length > 0 ? { lat: NONE, lng: NONE } : { lat, lng };
    });

/** As it is sent, whether or not it is right. */
export const areaOf = (draft: AreaDraft): DeviceArea => {
  const { kind, id, name, timed, start, end, enter, leave, driverenter, driverleave } = draft;
  const common = {
    id,
    ...(name !== '' && { name }),
    ...(timed && { start, end }),
    ...(enter && { enter }),
    ...(leave && { leave }),
    ...(driverenter && { driverenter }),
    ...(driverleave && { driverleave }),
  };
  const { maxkmh, overspeeds } = draft;
  const limits = draft.limited ? { maxkmh, overspeeds, ...night(draft) } : {};
  switch (kind) {
    case 'circle':
      return { kind, ...common, ...limits, lat: draft.lat, lng: draft.lng, radiusm: draft.radiusm };
    case 'rectangle': {
      const { north, west, south, east } = draft;
      return { kind, ...common, ...limits, north, west, south, east };
    }
    case 'polygon':
      return { kind, ...common, ...limits, points: placesOf(draft.points) };
    case 'route': {
      const section = { widthm: draft.widthm, ...limits, ...sectionTimes(draft) };
      return { kind, ...common, points: placesOf(draft.points).map((place): RoutePoint => ({ ...place, ...section })) };
    }
  }
};
/** What somebody has filled in. */
const night = ({ nightkmh }: AreaDraft): { nightkmh?: number } => (Number.isNaN(nightkmh) ? {} : { nightkmh });
const sectionTimes = ({ maxs, mins }: AreaDraft): { maxs?: number; mins?: number } => ({
  ...(!Number.isNaN(maxs) && { maxs }),
  ...(!Number.isNaN(mins) && { mins }),
});

/** What is wrong with a place is said with its line. */
const aboutLine = (issue: Issue): Issue => {
  const [head, line] = issue.path;
  if (head !== 'points' || typeof line !== 'number' || !['lat', 'lng'].includes(String(issue.path[2]))) return issue;
  const text = 'Line {line}: a latitude from -90 to 90, a comma, a longitude from -180 to 180.';
  return { ...issue, code: 'custom', params: { text, values: { line: line + 1 } } };
};

/** The bounds of a speed as the operator types it: those that mean no more and no less in km/h. */
const inMiles = (issue: Issue): Issue => {
  if (!['maxkmh', 'nightkmh'].includes(String(issue.path.at(-1)))) return issue;
  const { minimum, maximum } = issue;
  return {
    ...issue,
    ...(minimum !== undefined && { minimum: Math.ceil(inUnit(Number(minimum), 'mile')) }),
    ...(maximum !== undefined && { maximum: Math.floor(inUnit(Number(maximum), 'mile')) }),
  };
};

const rulesIn = (unit: LengthUnit): Spoken => ({
  input: {
    safeEncode: (draft) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form that uses it has this draft
      const { success, error } = deviceArea.safeEncode(areaOf(draft as AreaDraft));
      if (error === undefined) return { success };
      const issues = error.issues.map(aboutLine);
      return { success, error: { issues: unit === 'mile' ? issues.map(inMiles) : issues } };
    },
    safeDecode: (draft) => ({ data: draft }),
  },
});
/** The rules of the form: those of the contract for the area that the draft says. */
export const areaRules: Readonly<Record<LengthUnit, Spoken>> = {
  kilometre: rulesIn('kilometre'),
  mile: rulesIn('mile'),
};
