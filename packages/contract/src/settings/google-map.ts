// The key of Google's map tiles, and where maps begin.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { call } from '../speak/speak.ts';

export const googleKey = z.object({
  googleKey: z
    .string()
    .trim()
    .max(200)
    .regex(/^[A-Za-z0-9_-]*$/, 'This is no key.'),
});
export const googleKeySetting = setting('/gkserver/googlekey', googleKey, {
  key: 'googlekey',
  // No secret: every browser that shows the tiles has to be told it.
  audit: { action: 'Set Google key', secret: {} },
  shown: googleKey,
  readers: 'admin',
  applies: 'now',
  about: {
    load: 'The key that Google gave for its map tiles (Map Tiles API).',
    save: "Sets it: with a key Google's tiles can be chosen as the source of the map. Every browser that shows them is told the key. Without one nothing is asked of Google.",
  },
  example: { saved: { googleKey: '' }, shown: { googleKey: '' } },
});

export const DEFAULT_CENTER = { lat: 24.078605, lng: 120.528535 };
export const mapCenter = z.object({ lat: z.number().min(-85).max(85), lng: z.number().min(-180).max(180) });
export type MapCenter = z.output<typeof mapCenter>;
export const mapCenterSetting = setting('/gkserver/center', mapCenter, {
  key: 'map-center',
  audit: { action: 'Set map center', secret: {} },
  shown: mapCenter,
  readers: 'signed-in',
  applies: 'now',
  about: {
    load: 'Where maps begin that have nothing else to show.',
    save: 'Sets that. Accounts with a map location of their own keep it.',
  },
  example: { saved: DEFAULT_CENTER, shown: DEFAULT_CENTER },
});

export const getGoogleState = call({
  method: 'GET',
  path: '/gkserver/googlestate',
  right: 'admin',
  input: z.object({}),
  reply: z.object({ chosen: z.boolean(), ready: z.boolean(), trouble: z.string() }),
  about:
    "Whether Google's tiles are chosen as the source of the map, whether Google gave a session for them, and why not (empty: nothing is wrong). Without a session the map is the offline one.",
  example: { input: {}, reply: { chosen: false, ready: false, trouble: '' } },
});
