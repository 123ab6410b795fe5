// The logs people search: who asked for which stream, who talked with whom. Written by the server as it happens, never by a call.
import { z } from 'zod';
import type { Requirement } from './rights.ts';
import { call } from './speak.ts';
import { bodyCredentials, wireFlag, wireSeconds } from './wire.ts';

export const streamLogTypes = [
  'Liveview ask',
  'Local playback',
  'Download local',
  'Remote playback',
  'Download remote',
  'Liveview end',
] as const;
export const streamLogEntrances = ['GMS', 'Web', 'Rtsp'] as const;
/** Most rows of an answer; the last row's update time is where the next question goes on. */
export const MAX_LOG_ROWS = 5000;

/** '' or left out: all. */
export const filterText = z
  .string()
  .max(64)
  .regex(/^[^ ']*$/, 'A filter holds no space and no single quote.')
  .default('');
/** Rows updated at or after the first and before the second; unix seconds. */
export const logSpan = { afterUpdatetime: wireSeconds, beforeUpdatetime: wireSeconds };

type LogCallParts<F extends z.ZodRawShape, R extends z.ZodType> = {
  path: string;
  right: Requirement;
  filters: F;
  row: R;
  about: string;
  example: { filters: Readonly<Record<string, string>>; row: z.input<R> };
};
/** The search of a log: a POST that changes nothing, takes filters and a span, and answers rows. */
export const logCall = <F extends z.ZodRawShape, R extends z.ZodType>(log: LogCallParts<F, R>) => {
  const input = z.object({ ...bodyCredentials, ...log.filters, ...logSpan });
  const asked = { ...log.example.filters, afterUpdatetime: 1_789_950_000, beforeUpdatetime: 1_790_036_400 };
  return call({
    method: 'POST',
    audit: 'reads',
    path: log.path,
    right: log.right,
    input,
    reply: z.array(log.row),
    about: log.about,
    // Filters are texts: the compiler cannot see it of a shape that it does not know. The tests of the contract parse every example.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    example: { input: asked as z.input<typeof input>, reply: [log.example.row] },
  });
};

/** The password of a file that is taken away. */
export const MAX_FILE_PASSWORD = 64;

/** The same search, answered as an archive of a CSV table. */
export const logExportCall = <F extends z.ZodRawShape, R extends z.ZodType>(
  log: Omit<LogCallParts<F, R>, 'row' | 'about'> & { file: string },
) => {
  const filepass = z.string().min(1).max(MAX_FILE_PASSWORD);
  const input = z.object({ ...bodyCredentials, ...log.filters, ...logSpan, filepass });
  const span = { afterUpdatetime: 1_789_950_000, beforeUpdatetime: 1_790_036_400 };
  const asked = { ...log.example.filters, ...span, filepass: 'sesame' };
  return call({
    method: 'POST',
    audit: 'reads',
    path: log.path,
    right: log.right,
    file: log.file,
    input,
    reply: z.unknown(),
    about: `What the search of the log finds, as ${log.file}: a 7z archive with a table (CSV, times in UTC), encrypted with filepass (AES-256), names too.`,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    example: { input: asked as z.input<typeof input>, reply: {} },
  });
};

export const streamLogRow = z.object({
  id: z.number().int(),
  username: z.string(),
  deviceid: z.string(),
  channel: z.number().int(),
  entrance: z.enum(streamLogEntrances),
  type: z.enum(streamLogTypes),
  asktime: wireSeconds,
  /** Seconds, of a stream that ended. */
  during: z.number().int(),
  updatetime: wireSeconds,
});
export type StreamLogRow = z.output<typeof streamLogRow>;

const streamLog = {
  right: 'level-2',
  filters: {
    type: z.enum(streamLogTypes).or(z.literal('')).default(''),
    entrance: z.enum(streamLogEntrances).or(z.literal('')).default(''),
    member: filterText,
    deviceid: filterText,
  },
  row: streamLogRow,
  example: {
    filters: { member: 'admin' },
    row: {
      id: 7,
      username: 'admin',
      deviceid: '13800000101',
      channel: 1,
      entrance: 'Web',
      type: 'Liveview end',
      asktime: 1_790_000_000,
      during: 61,
      updatetime: 1_790_000_061,
    },
  },
} as const;
export const postStreamLog = logCall({
  ...streamLog,
  path: '/gklog/uslog',
  about: `Who asked for which stream of the devices the caller may see, newest first, at most ${MAX_LOG_ROWS} rows. member: a user name.`,
});
export const postExportStreamLog = logExportCall({ ...streamLog, path: '/gklog/exportuslog', file: 'uslogs.7z' });

export const talkLogRow = z.object({
  /** Names the talk: its devices share it. */
  serialno: z.string(),
  sourceip: z.string(),
  username: z.string(),
  /** One id, or those of a broadcast joined by commas. */
  deviceid: z.string(),
  begintime: wireSeconds,
  /** 0 while it goes on. */
  endtime: wireSeconds,
  /** Seconds. */
  duration: z.number().int(),
  updatetime: wireSeconds,
  /** Whether the sound of the operator, of the device, and of both sides together was kept. */
  sourceaudio: wireFlag,
  mdvraudio: wireFlag,
  mergeaudio: wireFlag,
});
export type TalkLogRow = z.output<typeof talkLogRow>;

/** Whose sound: the operator's, the device's, or both together. */
export const talkAudios = ['source', 'mdvr', 'merge'] as const;
export type TalkAudio = (typeof talkAudios)[number];
export const talkAudioQuery = z.object({
  s: z.string().regex(/^[\w-]{1,64}$/),
  t: z.enum(talkAudios).default('source'),
});

const digits = (text: string): string => text.replaceAll(/\D/g, '');
/** Where the sound of a talk is, for a page of ours; saved under the name in it (UTC). */
export const talkAudioAddress = (
  { serialno, begintime }: Pick<TalkLogRow, 'serialno' | 'begintime'>,
  audio: TalkAudio,
): string =>
  `/gklog/talkaac/${digits(new Date(begintime).toISOString().slice(0, 19))}_${audio}.aac?s=${serialno}&t=${audio}`;

export const postTalkLog = logCall({
  path: '/gklog/talklog',
  right: 'level-2',
  filters: { member: filterText, deviceid: filterText },
  row: talkLogRow,
  about: `Who talked with which of the devices the caller may see, newest first, at most ${MAX_LOG_ROWS} devices. member: a user name, used for level 0 only. The sound that was kept is GET /gklog/talkaac/{time}_{type}.aac with serialno as s and source, mdvr or merge as t, by a session or by u and p.`,
  example: {
    filters: { deviceid: '13800000101' },
    row: {
      serialno: 'b7f1',
      sourceip: '192.0.2.7',
      username: 'admin',
      deviceid: '13800000101',
      begintime: 1_790_000_000,
      endtime: 1_790_000_030,
      duration: 30,
      updatetime: 1_790_000_030,
      sourceaudio: 1,
      mdvraudio: 0,
      mergeaudio: 0,
    },
  },
});
