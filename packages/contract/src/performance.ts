// How long the server takes for its own work, minute by minute: what the screen Performance info shows.
import { z } from 'zod';
import { call } from './speak/speak.ts';

/** How long rows are kept. */
export const PERFORMANCE_HOURS = 24;

/** What is measured. Names are kept with the rows: new ones are appended, none is changed. */
export const meterNames = [
  /** From a position that came in to its answer, which waits for the disk. */
  'position report',
  /** A batch of positions on its way to the disk. */
  'report batch',
  /** A statement that changes the main database, or ends a transaction of it. */
  'database write',
  /** A call of the console or of another program over HTTP. */
  'HTTP call',
  /** A command of the main channel. */
  'command',
  /** A frame of video or sound, handed to everybody who watches or records it. */
  'frame fan-out',
] as const;
export type MeterName = (typeof meterNames)[number];

/** '2026-09-21 01:00:00' in UTC on the wire, UTC ms inside. */
const utcText = z.codec(z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), z.number(), {
  decode: (text) => Date.parse(`${text.replace(' ', 'T')}Z`),
  encode: (ms) => new Date(ms).toISOString().slice(0, 19).replace('T', ' '),
});

const seconds = z.number().min(0);

export const performanceRow = z.object({
  /** The end of the minute, UTC. */
  datetime: utcText,
  /** The name of the machine that the server runs on. */
  gms: z.string(),
  /** One of the meters. */
  name: z.string(),
  cnt: z.number().int().min(1),
  avg: seconds,
  max: seconds,
});
export type PerformanceRow = z.output<typeof performanceRow>;

export const getPerformance = call({
  method: 'GET',
  path: '/gkserver/performanceinfo',
  right: 'admin',
  input: z.object({}),
  reply: z.array(performanceRow),
  about: `How often the server did each kind of its work in a minute, and how long that took on average and at most, in seconds; the newest minute first, of the last ${PERFORMANCE_HOURS} hours. Meters that measured nothing in a minute are missing. Times are UTC.`,
  example: {
    input: {},
    reply: [
      {
        datetime: '2026-09-21 01:00:00',
        gms: 'fleet-server',
        name: 'report batch',
        cnt: 1480,
        avg: 0.0021,
        max: 0.0187,
      },
    ],
  },
});
