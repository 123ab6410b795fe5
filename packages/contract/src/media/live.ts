// What the main channel tells about flow: stream status Q10, the subscription P01 and its pushes P02, P06 and P07, the list changes P03, the
// account P04, its groups P05.
import { z } from 'zod';
import { command, push } from '../speak/speak.ts';
import { wireFlag, wireSeconds } from '../speak/wire.ts';

/**
 * Rates in bytes per second, as the server sees them: it downloads from devices and uploads to viewers. One entry per device that
 * streams, one user per open viewer.
 */
export const streamStatus = z.object({
  hddBps: z.number(),
  uploadBps: z.number(),
  downloadBps: z.number(),
  devices: z.array(
    z.object({
      deviceid: z.string(),
      version: z.string(),
      arrivedTime: wireSeconds,
      users: z.array(
        z.object({
          type: z.string(),
          user: z.string(),
          ip: z.string(),
          port: z.number().int(),
          arrivedTime: wireSeconds,
        }),
      ),
    }),
  ),
});
export type StreamStatus = z.output<typeof streamStatus>;
export const q10StreamStatus = command({
  code: 'Q10',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({}),
  reply: z.object({ Z: streamStatus }),
  batched: false,
  about:
    'Disk, upload and download rates and who watches what. The server downloads from devices and uploads to viewers.',
  example: {
    input: {},
    reply: {
      Z: {
        hddBps: 0,
        uploadBps: 125_000,
        downloadBps: 125_000,
        devices: [
          {
            deviceid: '13800000101',
            version: '',
            arrivedTime: 1_790_000_000,
            users: [{ type: 'live', user: 'admin', ip: '192.0.2.7', port: 50123, arrivedTime: 1_790_000_000 }],
          },
        ],
      },
    },
  },
});

/** West, south, east, north in degrees; west above east crosses the date line. */
export const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export const p01Subscribe = command({
  code: 'P01',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({
    A: z.enum(['all', 'bounds', 'devices', 'none']),
    B: bounds.optional(),
    C: z.array(z.string()).max(1000).optional(),
    D: wireFlag.optional(),
  }),
  reply: z.object({}),
  batched: false,
  about:
    'Subscribes this connection to P02, P03 and P07: all own devices, those inside B, the listed C, or none. The last P01 counts. D 1: updates come in columns, as P06, and with A all Q04 leaves out what they carried.',
  example: { input: { A: 'all' }, reply: {} },
});

/** i device id, s status, la and ln degrees, v km/h, d heading, t device time in UTC ms, a alarm word. Position fields absent without a fix. */
export const liveUpdate = z.object({
  i: z.string(),
  s: z.number().int(),
  a: z.number().int(),
  la: z.number().optional(),
  ln: z.number().optional(),
  v: z.number().optional(),
  d: z.number().optional(),
  t: z.number().optional(),
});
export type LiveUpdate = z.output<typeof liveUpdate>;
export const p02LiveUpdates = push({
  code: 'P02',
  payload: z.object({ Z: z.array(liveUpdate) }),
  about: 'Positions and states that changed, coalesced: at most one message a second, the newest of each device.',
  example: { Z: [{ i: '13800000101', s: 1, a: 0, la: 24.07, ln: 120.52, v: 50, d: 90, t: 1_790_000_000_000 }] },
});
const column = z.array(z.number().int().nullable());
/**
 * Live updates as columns of whole numbers, which are a fifth of the size when compressed. i, s, a, d as in liveUpdate; la and ln
 * degrees x 10^6, v km/h x 10, t seconds after T. null: without a fix.
 */
export const liveColumns = z.object({
  i: z.array(z.string()),
  s: z.array(z.number().int()),
  a: z.array(z.number().int()),
  la: column,
  ln: column,
  v: column,
  d: column,
  t: column,
});
export type LiveColumns = z.output<typeof liveColumns>;

const steps = (value: number | undefined, perUnit: number): number | null =>
  value === undefined ? null : Math.round(value * perUnit);

/** Updates as columns. `baseS`: unix seconds from which their times are counted. */
export const toLiveColumns = (updates: readonly LiveUpdate[], baseS: number): LiveColumns => {
  return {
    i: updates.map(({ i }) => i),
    s: updates.map(({ s }) => s),
    a: updates.map(({ a }) => a),
    la: updates.map(({ la }) => steps(la, 1e6)),
    ln: updates.map(({ ln }) => steps(ln, 1e6)),
    v: updates.map(({ v }) => steps(v, 10)),
    d: updates.map(({ d }) => steps(d, 1)),
    t: updates.map(({ t }) => (t === undefined ? null : Math.floor(t / 1000) - baseS)),
  };
};

export const p06LiveColumns = push({
  code: 'P06',
  payload: z.object({ T: z.number().int(), Z: liveColumns }),
  about: 'P02 in columns, for who asked with D 1 in P01. T in unix seconds.',
  example: {
    T: 1_790_000_000,
    Z: { i: ['13800000101'], s: [1], a: [0], la: [24_070_000], ln: [120_520_000], v: [500], d: [90], t: [0] },
  },
});
export const p03ListChanged = push({
  code: 'P03',
  payload: z.object({ T: z.string(), I: z.array(z.string()).optional() }),
  about:
    'Other devices are shown to this account (a device registered or removed, or its groups changed); T is the new token of its list. Ask Q04 with the one you have: it tells what came and went, or that the list was made again. With I the list is the same, and what is set for these devices changed: ask Q12; empty: for too many to name, ask Q11.',
  example: { T: 'l2' },
});

/** L and F as in loginReply. */
export const p04AccountChanged = push({
  code: 'P04',
  payload: z.object({ L: z.number().int().min(0), F: z.string() }),
  about:
    'The rights or the level of the account changed: L is its level, F its rights in table order. They hold already; the session goes on.',
  example: { L: 2, F: '101' },
});
const groupsChange = z.object({
  A: z.enum(['tree', 'links']),
  I: z.string().optional(),
  G: z.string().optional(),
  S: wireFlag.optional(),
});
export type GroupsChange = z.output<typeof groupsChange>;
export const p05GroupsChanged = push({
  code: 'P05',
  payload: groupsChange,
  about:
    'The tree of groups (A tree), or which devices are in them (A links), changed: ask them again. Told to administrators, and to whom other devices are shown for it. Administrators are told of one device (I) that came into (S 1) or went out of (S 0) a group (G).',
  example: { A: 'links', I: '13800000101', G: '2', S: 1 },
});
