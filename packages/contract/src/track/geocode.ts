// The name of the place at a point. Where names come from is the deployment's matter.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { call } from '../speak/speak.ts';
import { bodyCredentials, wireFlag } from '../speak/wire.ts';

/** The zoom that map panels ask with: as close as it gets. */
export const PANEL_ZOOM = 18;

/** status 0: places can be asked for; 1: they cannot, and `message` says why. */
export const getNominatimStatus = call({
  method: 'GET',
  path: '/nominatim/status',
  right: 'signed-in',
  input: z.object({}),
  reply: z.object({
    status: z.union([z.literal(0), z.literal(1)]),
    message: z.string(),
    source: z.enum(['embedded', 'server']),
  }),
  about:
    'Whether the name of a place can be asked for, and whether it comes from the embedded places or from a server.',
  example: { input: {}, reply: { status: 0, message: 'OK', source: 'embedded' } },
});

export const postNominatimReverse = call({
  method: 'POST',
  path: '/nominatim/reverse',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    lat: z.number().min(-90).max(90),
    lon: z.number().min(-180).max(180),
    zoom: z.number().int().min(0).max(18).default(PANEL_ZOOM),
  }),
  reply: z.object({ display_name: z.string() }),
  about:
    "The name of the place at a point: '' where the embedded places know none within 50 km. Closing the request gives up the question. 403 'nominatim not enabled' where the deployment switched it off.",
  example: {
    input: { lat: 24.078605, lon: 120.528535, zoom: 18 },
    reply: { display_name: 'Changhua, Changhua, Taiwan' },
  },
});

export const MAX_FOUND_PLACES = 8;
export const foundPlace = z.object({ name: z.string(), lat: z.number(), lon: z.number() });
export type FoundPlace = z.output<typeof foundPlace>;
export const postNominatimSearch = call({
  method: 'POST',
  path: '/nominatim/search',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, word: z.string().trim().min(2).max(100) }),
  reply: z.array(foundPlace),
  about: `The places of a name, best first, at most ${MAX_FOUND_PLACES}: of the embedded places those whose own name begins with it, whatever the accents; else what the configured server finds. Closing the request gives up the question. 403 'nominatim not enabled' where the deployment switched it off.`,
  example: {
    input: { word: 'changhua' },
    reply: [{ name: 'Changhua, Taiwan', lat: 24.0792, lon: 120.54237 }],
  },
});

/** `server`: the address of a Nominatim server; '' for the places that come along. */
export const placesChoice = z.object({
  enable: wireFlag,
  server: z
    .string()
    .max(310)
    .regex(/^(https?:\/\/[^\s?#]+)?$/, 'An address begins with https:// or http://, without ? and #.'),
});
export type PlacesChoice = z.output<typeof placesChoice>;
export const placesSetting = setting('/gkserver/nominatim', placesChoice, {
  key: 'nominatim',
  audit: { action: 'Set place names', secret: {} },
  shown: placesChoice,
  readers: 'admin',
  applies: 'now',
  configKeys: { enable: 'nominatim', server: 'nominatimServer' },
  about: {
    load: 'Whether places are named beside positions, and by whom.',
    save: "Switches names of places on or off, and chooses a Nominatim server that gives them; '' for the places that come along.",
  },
  example: {
    saved: { enable: 1, server: '' },
    shown: { enable: 1, server: '' },
  },
});
