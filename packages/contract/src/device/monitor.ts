// What the monitor pages ask over the main channel and by two calls. They stand outside the console: each message brings its account.
import { z } from 'zod';
import { call, command } from '../speak/speak.ts';
import { bodyCredentials, messageCredentials, wireFlag, wireSeconds } from '../speak/wire.ts';

const count = z.number().int();
const counts = { hb: count, re: count, ev: count, el: count };

export const heartbeats = z.object({
  all: count,
  ...counts,
  wait: count,
  run: count,
  devices: z.array(z.object({ deviceid: z.string(), ...counts })),
});
export type Heartbeats = z.output<typeof heartbeats>;

export const db13Heartbeats = command({
  code: 'DB13',
  right: 'admin',
  audit: 'reads',
  input: z.object({ ...messageCredentials }),
  ownCredentials: true,
  reply: z.object({ Z: heartbeats }),
  batched: false,
  about:
    'What came from the recorders that are online, since each of them connected: hb heartbeats, re all other messages, ev events that they made, el files that these announced; all is hb and re. wait and run: downloads and footage of custom events.',
  example: {
    input: {},
    reply: {
      Z: {
        all: 14,
        hb: 4,
        re: 10,
        ev: 1,
        el: 2,
        wait: 0,
        run: 1,
        devices: [{ deviceid: '13800000101', hb: 4, re: 10, ev: 1, el: 2 }],
      },
    },
  },
});

/** What is fetched for an event of a code. */
export const downloadRule = z.object({
  deviceid: z.string(),
  appdevid: count,
  downloadtype: count,
  mediatype: z.string(),
  downloadplan: count,
  streamtype: count,
  preoffset: count.nullable(),
  postoffset: count.nullable(),
  intermission: count,
  entimepart: wireFlag,
  timepart: z.string(),
  enupload: wireFlag,
  upload: z.string(),
  accoffonly: wireFlag,
  maxbackupsecs: count,
  snapshotmode: count,
  custompat: count,
});
export type DownloadRule = z.output<typeof downloadRule>;
const exampleRule = {
  deviceid: 'GLOBAL',
  appdevid: 700,
  downloadtype: 1,
  mediatype: '6',
  downloadplan: 255,
  streamtype: 0,
  preoffset: null,
  postoffset: null,
  intermission: 0,
  entimepart: 0 as const,
  timepart: '',
  enupload: 0 as const,
  upload: '',
  accoffonly: 0 as const,
  maxbackupsecs: 0,
  snapshotmode: 0,
  custompat: 0,
};

export const db14Downloads = command({
  code: 'DB14',
  right: 'admin',
  audit: 'reads',
  input: z.object({ ...messageCredentials }),
  ownCredentials: true,
  reply: z.object({ Z: z.array(downloadRule) }),
  batched: false,
  about:
    'What the server fetches for events, a row for each code of events that has a rule: downloadtype 1 fetched, 2 not. deviceid GLOBAL is every device.',
  example: { input: {}, reply: { Z: [exampleRule] } },
});

/** State of the media connection of a channel: 0 none, 1 open. */
const sockets = {
  Sock1: wireFlag,
  Sock2: wireFlag,
  Sock3: wireFlag,
  Sock4: wireFlag,
  Sock5: wireFlag,
  Sock6: wireFlag,
  Sock7: wireFlag,
  Sock8: wireFlag,
};

export const deviceArrayRow = z.object({
  deviceid: z.string(),
  ArrivedTime: wireSeconds,
  LastRecvTime: wireSeconds,
  LastSentTime: wireSeconds,
  ChCount: count,
  EnableSave: wireFlag,
  RecAudio: wireFlag,
  ...sockets,
});
export type DeviceArrayRow = z.output<typeof deviceArrayRow>;
const closed = { Sock1: 0, Sock2: 0, Sock3: 0, Sock4: 0, Sock5: 0, Sock6: 0, Sock7: 0, Sock8: 0 } as const;

export const getDeviceArray = call({
  method: 'GET',
  path: '/api/devarray',
  right: 'admin',
  input: z.object(bodyCredentials),
  reply: z.array(deviceArrayRow),
  about:
    'The recorders that are online: when they connected, when the last message came and went (0: none went), whether the server records them and with sound, and on which of the first eight channels video comes.',
  example: {
    input: {},
    reply: [
      {
        deviceid: '13800000101',
        ArrivedTime: 1_790_000_000,
        LastRecvTime: 1_790_000_060,
        LastSentTime: 1_790_000_060,
        ChCount: 4,
        EnableSave: 1,
        RecAudio: 0,
        ...closed,
        Sock1: 1,
      },
    ],
  },
});

export const deviceInfoRow = z.object({
  deviceid: z.string(),
  deviceidFixed: z.string(),
  eventGroup: z.string(),
  modelName: z.string(),
  bindTime: wireSeconds,
  isVcp: wireFlag,
  ChCount: count,
  IP: z.string(),
  port: count,
  version: z.string(),
});
export type DeviceInfoRow = z.output<typeof deviceInfoRow>;

export const getMonitorDeviceInfo = call({
  method: 'GET',
  path: '/api/devinfo',
  right: 'admin',
  input: z.object(bodyCredentials),
  reply: z.array(deviceInfoRow),
  about:
    'The recorders that were online since the server started. deviceidFixed: the number by which it names itself; eventGroup: its groups; bindTime: when its last message came; isVcp 0: it speaks JT/T 808, as version says.',
  example: {
    input: {},
    reply: [
      {
        deviceid: '13800000101',
        deviceidFixed: '13800000101',
        eventGroup: 'North',
        modelName: 'MDVR-4',
        bindTime: 1_790_000_060,
        isVcp: 0,
        ChCount: 4,
        IP: '192.0.2.7',
        port: 50_123,
        version: 'JT/T 808-2019',
      },
    ],
  },
});

/** What comes over the socket of a monitor page, as far as every message has it. */
export const adminMessage = z.looseObject({
  M: z.string().optional(),
  R: z.string().optional(),
  Z: z.unknown().optional(),
});
export type AdminMessage = z.output<typeof adminMessage>;
