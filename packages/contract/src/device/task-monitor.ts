// What the task monitors ask over the main channel, and the numbers they set: footage that is fetched from recorders, what waits for a
// recorder because of an event, and files that go to other servers. Each message brings its account.
import { z } from 'zod';
import { channelMask } from '../event/custom-event.ts';
import { DEFAULT_UPLOAD_LIMITS, uploadLimits } from '../settings/upload-limits.ts';
import { command } from '../speak/speak.ts';
import { messageCredentials, wireFlag, wireSeconds } from '../speak/wire.ts';

/** By number. The first is written as it came into the world. */
export const coverTaskTypes = ['DEFALUT', 'FOOTAGE', 'RELAY', 'PLAYER'] as const;
export const coverDownloadTypes = [
  'NONE',
  'VIDEO',
  'AUDIO',
  'AVIDEO',
  'GPSAVIDEO',
  'EVENTFILE',
  'GPSFILE',
  'SYSLOG',
  'LOOP',
  'JPEG',
  'GSENSOR',
  'CARBOX',
  '12',
  '13',
] as const;
export const coverMediaTypes = ['NONE', 'VIDEO', 'NONE', 'AVIDEO', 'IMAGE', 'V+IMAGE', 'AV+IMAGE'] as const;

/** Rows of one answer at most: what runs first, then what waits, then what is over. */
export const MAX_TASK_ROWS = 500;

const count = z.number().int();
const flag = wireFlag;

/** Times that were not yet are 0. `downloadSpeed`: bytes a second. */
export const coverTask = z.object({
  taskid: z.string(),
  deviceid: z.string(),
  appdevid: count,
  serialno: count,
  isHandling: flag,
  downloadDone: flag,
  taskType: count,
  tryCount: count,
  recvFail: count,
  dltype: count,
  originDltype: count,
  mediaType: count,
  streamType: channelMask,
  downloadSpeed: count,
  chs: channelMask,
  starttime: wireSeconds,
  endtime: wireSeconds,
  error: z.string(),
  errortime: wireSeconds,
  aliveCheckTime: wireSeconds,
});
export type CoverTask = z.output<typeof coverTask>;

/** How many pieces of footage come at a time. */
export const coverLimits = z.object({ maxCount: z.number().int().min(1).max(100) });
export type CoverLimits = z.output<typeof coverLimits>;
export const DEFAULT_COVER_LIMITS: CoverLimits = { maxCount: 20 };

const tasks = <T extends z.ZodType>(row: T) => ({ waitCount: count, data: z.array(row) });
const asked = {
  right: 'admin',
  input: z.object({ ...messageCredentials }),
  ownCredentials: true,
  batched: false,
} as const;
const WHEN_SET = 'Kept over a restart; counts at once for what begins from then on.';

export const db8Covers = command({
  code: 'DB8',
  audit: 'reads',
  ...asked,
  reply: z.object({ Z: coverLimits.extend({ currentCount: count, ...tasks(coverTask) }) }),
  about: `Footage that the server fetches from recorders: how many pieces come now (currentCount) of so many at a time (maxCount), how many tasks wait, and the tasks, at most ${MAX_TASK_ROWS}: those that run, those that wait, then what the newest came to. taskType: 0 a download that somebody waits for, 1 for an event. chs: the channels, streamType: those of them in the main stream.`,
  example: {
    input: {},
    reply: {
      Z: {
        maxCount: 20,
        currentCount: 1,
        waitCount: 0,
        data: [
          {
            taskid: 'plan-7',
            deviceid: '13800000101',
            appdevid: 13,
            serialno: 812,
            isHandling: 1,
            downloadDone: 0,
            taskType: 1,
            tryCount: 1,
            recvFail: 0,
            dltype: 1,
            originDltype: 1,
            mediaType: 1,
            streamType: 1,
            downloadSpeed: 131_072,
            chs: 3,
            starttime: 1_790_000_000,
            endtime: 1_790_000_020,
            error: '',
            errortime: 0,
            aliveCheckTime: 1_790_000_060,
          },
        ],
      },
    },
  },
});

export const db12SetCovers = command({
  code: 'DB12',
  right: 'admin',
  audit: { action: 'Set footage limit', secret: { P: true } },
  input: z.object({ ...messageCredentials, A: coverLimits.shape.maxCount }),
  ownCredentials: true,
  reply: z.object({ R: z.literal('1') }),
  batched: false,
  about: `Sets how many pieces of footage come from recorders at a time. ${WHEN_SET}`,
  example: { input: { A: 20 }, reply: { R: '1' } },
});

/** `download`: files or footage, `snapshot`: photos that the recorder is to take. */
export const requestTask = z.object({
  deviceid: z.string(),
  appdevid: count,
  serialno: count,
  download: flag,
  snapshot: flag,
  tryCount: count,
  eventtime: wireSeconds,
});
export type RequestTask = z.output<typeof requestTask>;

export const db9Requests = command({
  code: 'DB9',
  audit: 'reads',
  ...asked,
  reply: z.object({ Z: z.array(requestTask) }),
  about: `What a recorder is still asked for because of events, a row for each event, at most ${MAX_TASK_ROWS}: download where files of its alarm or footage of its plan are to come, snapshot where photos are.`,
  example: {
    input: {},
    reply: {
      Z: [
        {
          deviceid: '13800000101',
          appdevid: 13,
          serialno: 812,
          download: 1,
          snapshot: 0,
          tryCount: 2,
          eventtime: 1_790_000_000,
        },
      ],
    },
  },
});

/** Times that were not yet are 0. `curl`: where it goes, without the password. */
export const uploadTask = z.object({
  taskid: z.string(),
  isProcessing: flag,
  isDone: flag,
  deviceid: z.string(),
  appdevid: count,
  eventtime: wireSeconds,
  addtime: wireSeconds,
  starttime: wireSeconds,
  endtime: wireSeconds,
  filePath: z.string(),
  curl: z.string(),
  /** Why the last try came to nothing; '' where none did. */
  error: z.string(),
});
export type UploadTask = z.output<typeof uploadTask>;

export const db10Uploads = command({
  code: 'DB10',
  audit: 'reads',
  ...asked,
  reply: z.object({ Z: uploadLimits.extend({ currentCount: count, ...tasks(uploadTask) }) }),
  about: `Files of events that go to the FTP servers of their plans: how many go now (currentCount) of so many at a time (maxCount), each at limitRate bytes a second at most, how many wait of at most maxWaitCount, and the uploads, at most ${MAX_TASK_ROWS}: those that run, those that wait, then what the newest came to. curl: where it goes, without the password.`,
  example: {
    input: {},
    reply: {
      Z: {
        ...DEFAULT_UPLOAD_LIMITS,
        currentCount: 1,
        waitCount: 0,
        data: [
          {
            taskid: 'upload-3',
            isProcessing: 1,
            isDone: 0,
            deviceid: '13800000101',
            appdevid: 13,
            eventtime: 1_790_000_000,
            addtime: 1_790_000_040,
            starttime: 1_790_000_041,
            endtime: 0,
            filePath: 'event-812-ch1.mp4',
            curl: 'ftp://fleet@ftp.example.com/events/13800000101_812_event-812-ch1.mp4',
            error: '',
          },
        ],
      },
    },
  },
});

export const db11SetUploads = command({
  code: 'DB11',
  right: 'admin',
  audit: { action: 'Set upload limits', secret: { P: true } },
  input: z.object({
    ...messageCredentials,
    A: uploadLimits.shape.maxCount,
    B: uploadLimits.shape.limitRate,
    C: uploadLimits.shape.maxWaitCount,
  }),
  ownCredentials: true,
  reply: z.object({ R: z.literal('1') }),
  batched: false,
  about: `Sets how many files go to FTP servers at a time (A), how many bytes a second each takes at most (B), and how many may wait (C); what comes beyond that is left out. Kept over a restart; counts at once, the rate also for what is being sent.`,
  example: { input: { A: 50, B: 65_536, C: 10_000 }, reply: { R: '1' } },
});
