// The layout of the tree view that a browser begins with in which nobody has made one. Layouts themselves stay in the browser.
import { z } from 'zod';
import { call } from '../speak/speak.ts';

const MAX_TILES = 12;
/** Channel 0: a map of the device. */
export const firstTile = z.object({ deviceid: z.string(), channel: z.number().int().min(0).max(255) });
export type FirstTile = z.output<typeof firstTile>;
/** Without tiles there is none. */
export const firstLayout = z.object({ name: z.string().max(40), tiles: z.array(firstTile).max(MAX_TILES) });
export type FirstLayout = z.output<typeof firstLayout>;

export const getFirstLayout = call({
  method: 'GET',
  path: '/gkserver/firstlayout',
  right: 'P_tree',
  input: z.object({}),
  reply: firstLayout,
  about:
    'The layout of the tree view that a browser begins with in which this user has none yet, as far as he sees its devices: channel 0 is a map. Without tiles there is none; the demo brings one.',
  example: { input: {}, reply: { name: 'Two vehicles', tiles: [{ deviceid: '13800000101', channel: 1 }] } },
});
