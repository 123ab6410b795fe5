// For the administrator: the 'Connect a recorder' page and the map's sources. Level 0 for the first, any sign-in for the second.
import { z } from 'zod';
import { refusalReason } from './speak/refusal-reason.ts';
import { setting } from './speak/setting.ts';
import { call } from './speak/speak.ts';
import { updatetime } from './speak/version.ts';
import { ruleIssue, tcpPort } from './speak/wire.ts';

/** `state`: listening, or why not. `purpose` is for people: 'JT/T 808 link'. */
export const portRow = z.object({
  name: z.string(),
  purpose: z.string(),
  port: tcpPort,
  /** Of a range of ports the last one. */
  last: tcpPort.optional(),
  transports: z.array(z.enum(['tcp', 'udp'])),
  audience: z.enum(['devices', 'browsers']),
  state: z.string(),
});
/** A connection that was refused or a device nobody registered. Times UTC ms. `bytes` is hex of the first bytes, at most 64. */
export const refusal = z.object({
  time: z.number(),
  transport: z.enum(['tcp', 'udp']),
  port: tcpPort,
  address: z.string(),
  terminal: z.string(),
  reason: refusalReason,
  detail: z.string(),
  bytes: z.string(),
  count: z.number().int(),
});
export type Refusal = z.output<typeof refusal>;
/**
 * A recorder whose clock is whole or half hours off, most likely because it runs in another zone than `utcoffset` (minutes east of UTC,
 * in which the server reads it). `ahead` in minutes, below 0 behind; `suggested` is the zone that would make it right.
 */
export const clockOff = z.object({
  deviceid: z.string(),
  ahead: z.number().int(),
  utcoffset: z.number().int(),
  suggested: z.number().int(),
  /** Of the device's record. */
  updatetime,
});
export type ClockOff = z.output<typeof clockOff>;
export const connectRecorder = z.object({
  addresses: z.array(z.object({ address: z.string(), kind: z.enum(['configured', 'network', 'local']) })),
  ports: z.array(portRow),
  policy: z.enum(['accept-new', 'registered-only']),
  warnings: z.array(z.string()),
  clocks: z.array(clockOff),
  refusals: z.array(refusal),
});
export type ConnectRecorder = z.output<typeof connectRecorder>;
export const getConnectRecorder = call({
  method: 'GET',
  path: '/gkserver/connectrecorder',
  right: 'admin',
  input: z.object({}),
  reply: connectRecorder,
  about: 'What to enter in a recorder, and the last 200 refused or unknown connections with the reason, newest first.',
  example: {
    input: {},
    reply: {
      addresses: [{ address: '192.0.2.1', kind: 'network' }],
      ports: [
        {
          name: 'jt808',
          purpose: 'JT/T 808 link',
          port: 6808,
          transports: ['tcp', 'udp'],
          audience: 'devices',
          state: 'listening',
        },
      ],
      policy: 'accept-new',
      warnings: [],
      clocks: [{ deviceid: '13800000101', ahead: -480, utcoffset: 480, suggested: 0, updatetime: 0 }],
      refusals: [
        {
          time: 1_790_000_000_000,
          transport: 'tcp',
          port: 6808,
          address: '192.0.2.9',
          terminal: '',
          reason: 'not JT/T 808',
          detail: 'HTTP request',
          bytes: '474554',
          count: 1,
        },
      ],
    },
  },
});

/** `tiles`: offline vector tiles (default) or an XYZ raster of the operator's choice. `roads`: an extra GeoJSON layer, when there is one. */
export const mapSources = z.object({
  mode: z.enum(['offline', 'online']),
  tilesUrl: z.string(),
  attribution: z.string(),
  maxZoom: z.number().int().min(0).max(24),
  roadsUrl: z.string(),
  center: z.object({ lat: z.number(), lng: z.number() }),
  /** True while no administrator has answered the offer of online tiles. */
  offer: z.boolean(),
  /** What was chosen; `mode` is what there is of it. */
  source: z.enum(['offline', 'online', 'google']),
  /** There is a key of Google. */
  google: z.boolean(),
});
export type MapSources = z.output<typeof mapSources>;
const exampleMap: z.input<typeof mapSources> = {
  mode: 'offline',
  tilesUrl: '/map/tiles/{z}/{x}/{y}.pbf',
  attribution: 'Natural Earth, GeoNames',
  maxZoom: 5,
  roadsUrl: '',
  center: { lat: 24.078605, lng: 120.528535 },
  offer: false,
  source: 'offline',
  google: false,
};
/** What the address of a tile server holds in the place of the tile. */
const TILE_PARTS = ['{z}', '{x}', '{y}'];
/** What an administrator chooses. The address is looked at only where it is used. */
export const mapChoice = z
  .object({
    mode: z.enum(['offline', 'online', 'google']),
    tilesUrl: z.string().max(500),
    attribution: z.string().max(200),
    maxZoom: z.number().int().min(0).max(24),
  })
  .superRefine(({ mode, tilesUrl }, context) => {
    if (mode !== 'online') return;
    const path = ['tilesUrl'];
    const missing = TILE_PARTS.filter((part) => !tilesUrl.includes(part));
    if (!/^https?:\/\//.test(tilesUrl) || !URL.canParse(tilesUrl.replaceAll(/[{}]/g, '')))
      context.addIssue({ code: 'custom', path, message: 'An address begins with https:// or http://.' });
    else if (missing.length > 0)
      context.addIssue({ path, ...ruleIssue('The address needs {parts}.', { parts: missing.join(' ') }) });
  });
export type MapChoice = z.output<typeof mapChoice>;
export const mapSetting = setting('/gkserver/mapsources', mapChoice, {
  key: 'map-sources',
  audit: { action: 'Set map sources', secret: {} },
  shown: mapSources,
  readers: 'signed-in',
  applies: 'now',
  about: {
    load: 'Where the map takes its pictures from.',
    save: 'Chooses offline tiles, online ones, or those of Google, which need a key. An online address is https (or http) with {z}, {x} and {y}.',
  },
  example: {
    saved: {
      mode: 'online',
      tilesUrl: 'https://tiles.example.org/{z}/{x}/{y}.png',
      attribution: '© Example',
      maxZoom: 19,
    },
    shown: exampleMap,
  },
});
