// Fences: circles whose devices make an event when they drive in or out. Numbered slots: one without latitude and longitude is free.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, deviceId, outcome, wireFlag } from '../speak/wire.ts';

export const MAX_FENCES = 1000;
export const MAX_WATCHED_DEVICES = 10_000;
export const MAX_PLACE_TITLE = 60;
export const MIN_FENCE_RADIUS_M = 10;
export const MAX_FENCE_RADIUS_M = 1_000_000;

/** Colours that a fence or a route is drawn in; '' is the usual one. */
export const placeColours = ['', 'blue', 'green', 'orange', 'red', 'purple', 'teal'] as const;
export type PlaceColour = (typeof placeColours)[number];

export const placeLat = z.number().min(-90).max(90);
export const placeLng = z.number().min(-180).max(180);
/** One line; quotation marks are left out, as they always were. */
export const placeTitle = z
  .string()
  .max(MAX_PLACE_TITLE)
  .overwrite((text) => text.replaceAll("'", '').replaceAll(/\s+/g, ' ').trim());
export const watchedDevices = z.array(deviceId).max(MAX_WATCHED_DEVICES);

const slot = z.coerce.number().int().min(1).max(MAX_FENCES);

/** Radius in metres. `devices`: the ids of those that are watched. */
const stored = {
  enable: wireFlag,
  title: placeTitle,
  lat: placeLat,
  lng: placeLng,
  radius: z.number().int().min(MIN_FENCE_RADIUS_M).max(MAX_FENCE_RADIUS_M),
  trigger_in: wireFlag,
  trigger_out: wireFlag,
  devices: watchedDevices,
};
/** A free slot: all of it is nothing. */
export const fence = z.object({ ...stored, radius: z.number().int().min(0), colour: z.enum(placeColours), updatetime });
export type Fence = z.output<typeof fence>;

export const listedFence = z.object({
  index: z.number().int(),
  enable: wireFlag,
  title: z.string(),
  lat: placeLat,
  lng: placeLng,
  radius: z.number().int(),
  /** How many it watches. */
  devicecount: z.number().int(),
  colour: z.enum(placeColours),
  updatetime,
});
export type ListedFence = z.output<typeof listedFence>;

const example = {
  enable: 1,
  title: 'Depot',
  lat: 24.0786,
  lng: 120.5285,
  radius: 200,
  trigger_in: 1,
  trigger_out: 1,
  devices: ['13800000101'],
} as const;
const exampleOf = () => ({ ...example, devices: [...example.devices] });

export const getFenceList = call({
  method: 'GET',
  path: '/gkserver/fencelist',
  right: 'admin',
  input: z.object({}),
  reply: z.array(listedFence),
  about: `All fences by their number, and the first free slot, which has lat and lng 0. Numbers are from 1 to ${MAX_FENCES}.`,
  example: {
    input: {},
    reply: [
      {
        index: 1,
        enable: 1,
        title: 'Depot',
        lat: 24.0786,
        lng: 120.5285,
        radius: 200,
        devicecount: 1,
        colour: 'blue',
        updatetime: 1_790_000_000,
      },
    ],
  },
});

export const getFence = call({
  method: 'GET',
  path: '/gkserver/fence/{index}',
  right: 'admin',
  input: z.object({ index: slot }),
  reply: fence,
  about: 'One fence. Of a free slot everything is 0 or empty.',
  example: { input: { index: 1 }, reply: { ...exampleOf(), colour: 'blue', updatetime: 1_790_000_000 } },
});

export const putFence = call({
  method: 'PUT',
  path: '/gkserver/fence/{index}',
  right: 'admin',
  audit: { action: 'Save fence', secret: { password: true } },
  input: z
    .object({
      ...bodyCredentials,
      index: slot,
      ...stored,
      radius: z.number().min(0).max(MAX_FENCE_RADIUS_M).overwrite(Math.round),
      colour: z.enum(placeColours).optional(),
      ...seenUpdatetime,
    })
    .superRefine(({ lat, lng, radius }, issues) => {
      if ((lat !== 0 || lng !== 0) && radius < MIN_FENCE_RADIUS_M)
        issues.addIssue({
          code: 'custom',
          path: ['radius'],
          message: `A fence has a radius of at least ${MIN_FENCE_RADIUS_M} m.`,
        });
    }),
  reply: outcome.extend({ updatetime }),
  about:
    'Saves one fence, its radius in whole metres. With lat and lng 0 the slot is cleared, which deletes the fence. A device inside makes no event because its fence was changed; without `colour` that stays. Where none was seen, updatetime is 0.',
  example: {
    input: { ...exampleOf(), index: 1, colour: 'blue' },
    reply: { hasError: 0, message: 'Save Success', updatetime: 1_790_000_060 },
  },
});
