// Planned routes: corridors whose devices make an event when they leave them. On the wire they are called tracks. Numbered slots: one
// without latitude and longitude is free.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, outcome, wireFlag } from '../speak/wire.ts';
import { CORRIDOR_ACCURACY, MAX_CORRIDOR_CELLS, MAX_ROUTE_M, corridorOf } from './corridor.ts';
import { placeColours, placeLat, placeLng, placeTitle, watchedDevices } from './fence.ts';

export const MAX_ROUTES = 100;
export const MAX_ROUTE_POINTS = 500;
const MAX_BODY = 4 * 1024 * 1024;

const slot = z.coerce.number().int().min(1).max(MAX_ROUTES);
const place = z.object({ lat: placeLat, lng: placeLng });

/** Of as many bytes as make whole letters; a call of a function takes so many arguments everywhere. */
const BYTES_AT_ONCE = 3 * 4096;
/** `uint8ArrayToBase64` takes many times as long, and a route has a megabyte. */
const base64Of = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE)));
  return text;
};

/** Base64 on the wire, bytes inside. */
const wireBytes = z.codec(z.base64().max(Math.ceil(MAX_CORRIDOR_CELLS / 24) * 4), z.instanceof(Uint8Array), {
  decode: (text) => z.util.base64ToUint8Array(text),
  encode: base64Of,
});

/** Cells of the bitmap from its south-west corner; see `Corridor`. */
const side = z.number().int().min(0).max(MAX_CORRIDOR_CELLS);
const stored = {
  enable: wireFlag,
  title: placeTitle,
  /** The places that the route leads through, in order. */
  latlngs: z.array(place).max(MAX_ROUTE_POINTS),
  devices: watchedDevices,
  lat: placeLat,
  lng: placeLng,
  width: side,
  height: side,
  accuracy: z.number(),
  data: wireBytes,
};

export const plannedRoute = z.object({ ...stored, colour: z.enum(placeColours), updatetime });
export type PlannedRoute = z.output<typeof plannedRoute>;

export const listedRoute = z.object({
  index: z.number().int(),
  enable: wireFlag,
  title: z.string(),
  latlngs: z.array(place),
  devicecount: z.number().int(),
  colour: z.enum(placeColours),
  updatetime,
});
export type ListedRoute = z.output<typeof listedRoute>;

export const ROUTE_TOO_LARGE = 'route too large';
export const RESET_ROUTE = 'please reset route';

const latlngs = [
  { lat: 24.07, lng: 120.52 },
  { lat: 24.07, lng: 120.5201 },
];
const exampleCorridor = corridorOf(latlngs);
const example = {
  enable: 1 as const,
  title: 'School bus 7',
  latlngs,
  devices: ['13800000101'],
  lat: exampleCorridor?.lat ?? 0,
  lng: exampleCorridor?.lng ?? 0,
  width: exampleCorridor?.width ?? 0,
  height: exampleCorridor?.height ?? 0,
  accuracy: CORRIDOR_ACCURACY,
  data: base64Of(exampleCorridor?.data ?? new Uint8Array(0)),
};

export const getTrackList = call({
  method: 'GET',
  path: '/gkserver/tracklist',
  right: 'admin',
  input: z.object({}),
  reply: z.array(listedRoute),
  about: `All planned routes by their number, and the first free slot, which has no latlngs. Numbers are from 1 to ${MAX_ROUTES}.`,
  example: {
    input: {},
    reply: [
      { index: 1, enable: 1, title: 'School bus 7', latlngs, devicecount: 1, colour: '', updatetime: 1_790_000_000 },
    ],
  },
});

export const getTrack = call({
  method: 'GET',
  path: '/gkserver/track/{index}',
  right: 'admin',
  input: z.object({ index: slot }),
  reply: plannedRoute,
  about: 'One planned route with the bitmap of its corridor. Of a free slot everything is 0 or empty.',
  example: { input: { index: 1 }, reply: { ...example, colour: '', updatetime: 1_790_000_000 } },
});

export const putTrack = call({
  method: 'PUT',
  path: '/gkserver/track/{index}',
  right: 'admin',
  body: { maxBytes: MAX_BODY, tooLarge: `${ROUTE_TOO_LARGE}, ${RESET_ROUTE}` },
  audit: { action: 'Save planned route', secret: { password: true, data: true } },
  input: z.object({
    ...bodyCredentials,
    index: slot,
    ...stored,
    colour: z.enum(placeColours).optional(),
    ...seenUpdatetime,
  }),
  reply: outcome.extend({ updatetime }),
  about: `Saves one planned route: its places, and its corridor as a bitmap with cells of ${CORRIDOR_ACCURACY} degrees. The corridor is drawn again from latlngs, 5 cells wide with 5 cells around it; one that differs is refused, and so is a route of more than ${MAX_ROUTE_M / 1000} km. Without latlngs the slot is cleared, which deletes the route. Where none was seen, updatetime is 0.`,
  example: {
    input: { ...example, index: 1 },
    reply: { hasError: 0, message: 'Save Success', updatetime: 1_790_000_060 },
  },
});
