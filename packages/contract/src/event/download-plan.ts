// Download plans: what becomes of an event of one code (listed or not, its footage fetched or not), and which footage and photos those are.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, outcome, wireFlag } from '../speak/wire.ts';
import { channelMask } from './custom-event.ts';
import { isTarget, PLAN_TARGET_RULE, planTarget, ROOT_GROUP } from './event-plan.ts';
import { isTimeParts, TIME_PARTS_RULE } from './time-parts.ts';
import { readUploadTarget, UPLOAD_TARGET_RULE } from './upload-target.ts';

export const MAX_DOWNLOAD_PLANS = 5000;
export const MAX_PLAN_OFFSET_S = 600;
/** Where a plan says null. */
export const DEFAULT_PRE_S = 10;
export const DEFAULT_POST_S = 10;
export const MAX_INTERMISSION_S = 86_400;
export const MAX_UPLOAD_TARGET = 300;

/**
 * 0: not listed and not told, footage only for who asks. 1: listed and fetched. 2: listed, fetched only for who asks; for that, files
 * that the alarm announced are not asked for either. 4: not stored, only counted.
 */
export const planDownloadTypes = { hidden: 0, download: 1, notDownload: 2, discard: 4 } as const;
export type PlanDownloadType = (typeof planDownloadTypes)[keyof typeof planDownloadTypes];
/** Numeric text: 1 video, 3 video with sound, 4 photos, 5 video and photos, 6 video with sound and photos. */
export const planMediaTypes = ['1', '3', '4', '5', '6'] as const;
export type PlanMediaType = (typeof planMediaTypes)[number];

const seconds = z.number().int().min(0).max(MAX_PLAN_OFFSET_S);
const TEXT_RULE = 'At most 300 characters on one line.';

const fields = {
  ...planTarget,
  downloadtype: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(4)]),
  /** The channels that are fetched. */
  downloadplan: channelMask,
  /** Those of them in the main stream; the others come in the sub-stream. */
  streamtype: channelMask,
  /** Seconds before and after the event; null: as the server has it. */
  preoffset: seconds.nullable(),
  postoffset: seconds.nullable(),
  /** Fetched only for events in `timepart`, in minutes of a day in UTC. */
  entimepart: wireFlag,
  timepart: z.string().max(1000).refine(isTimeParts, TIME_PARTS_RULE),
  /** The zone of the one who chose the parts, and how many minutes east of UTC its clocks were; null: the parts mean UTC. */
  timezone: z.string().max(60).default(''),
  timeoffset: z
    .number()
    .int()
    .min(-14 * 60)
    .max(14 * 60)
    .nullable()
    .default(null),
  /** Seconds of the device's time in which no more than one event of this code is fetched; 0: all. */
  intermission: z.number().int().min(0).max(MAX_INTERMISSION_S),
  /** The files of its events go to this FTP server; its password is answered as a mask. */
  enupload: wireFlag,
  upload: z.string().max(MAX_UPLOAD_TARGET, TEXT_RULE),
  /** 0: all in one folder there, 1: a folder for each device, 2: in it one for each day (UTC). */
  custompath: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Fetched only while the ignition is off. */
  accoffonly: wireFlag,
  /** How long the footage of one event may be at most, in seconds; 0: any. */
  maxbackupsecs: z.number().int().min(0).max(86_400),
  /** 0: photos are taken as soon as the server hears of the event. 1: also at its end, when footage would end. */
  snapshotmode: z.union([z.literal(0), z.literal(1)]),
  mediatype: z.enum(planMediaTypes),
};

export const downloadPlan = z.object({ ...fields, updatetime });
export type DownloadPlan = z.output<typeof downloadPlan>;

const savedPlan = z
  .object({ ...fields, ...seenUpdatetime })
  .refine(isTarget, { message: PLAN_TARGET_RULE, path: ['updateMode'] })
  .refine(({ enupload, upload }) => !enupload || readUploadTarget(upload) !== undefined, {
    message: UPLOAD_TARGET_RULE,
    path: ['upload'],
  });

const examplePlan = {
  deviceid: 'GLOBAL',
  groupid: ROOT_GROUP,
  appdevid: 13,
  updateMode: 'GLOBAL' as const,
  downloadtype: 1 as const,
  downloadplan: 5,
  streamtype: 1,
  preoffset: 10,
  postoffset: null,
  entimepart: 1 as const,
  timepart: '0-60',
  timezone: 'Asia/Taipei',
  timeoffset: 480,
  intermission: 60,
  enupload: 0 as const,
  upload: '',
  custompath: 0 as const,
  accoffonly: 0 as const,
  maxbackupsecs: 0,
  snapshotmode: 0 as const,
  mediatype: '1' as const,
};
const listed = { ...examplePlan, updatetime: 1_790_000_000 };

export const getDownloadPlans = call({
  method: 'GET',
  path: '/gkevent/eventdownloadplan',
  right: 'admin',
  input: z.object({}),
  reply: z.array(downloadPlan),
  about: 'All download plans, those for all devices first.',
  example: { input: {}, reply: [listed] },
});

const allPlans = z.union([
  z.object({ hasError: z.literal(0), message: z.string(), data: z.array(downloadPlan) }),
  outcome,
]);
const plansExample = { hasError: 0 as const, message: 'Save Success', data: [listed] };
const PRECEDENCE =
  'Of several plans of a code that of the device counts, then that of the nearest group upward, then that of all devices.';

export const postDownloadPlan = call({
  method: 'POST',
  path: '/gkevent/eventdownloadplan',
  right: 'admin',
  audit: { action: 'Save download plan', secret: { password: true, 'eventDownloadPlan.upload': true } },
  input: z.object({ ...bodyCredentials, eventDownloadPlan: savedPlan }),
  reply: allPlans,
  about: `Saves the plan of a device or of all devices for one event code, at most ${MAX_DOWNLOAD_PLANS} plans. ${PRECEDENCE} An updatetime of 0 saves only where there is none yet. Answers all plans.`,
  example: { input: { eventDownloadPlan: examplePlan }, reply: plansExample },
});

const groupPlan = { ...examplePlan, updateMode: 'GROUP' as const, groupid: '2' };
export const putDownloadPlan = call({
  method: 'PUT',
  path: '/gkevent/eventdownloadplan',
  right: 'admin',
  audit: { action: 'Save download plan', secret: { password: true, 'eventDownloadPlan.upload': true } },
  input: z.object({ ...bodyCredentials, eventDownloadPlan: savedPlan }),
  reply: allPlans,
  about: 'The same for a plan of a group, which covers the groups below it. Answers all plans.',
  example: { input: { eventDownloadPlan: groupPlan }, reply: plansExample },
});

export const deleteDownloadPlan = call({
  method: 'DELETE',
  path: '/gkevent/eventdownloadplan',
  right: 'admin',
  audit: { action: 'Remove download plan', secret: { password: true } },
  input: z
    .object({
      ...bodyCredentials,
      eventDownloadPlan: z.object(planTarget).refine(isTarget, PLAN_TARGET_RULE).optional(),
      deviceid: planTarget.deviceid.optional(),
    })
    .refine(
      ({ eventDownloadPlan, deviceid }) => (eventDownloadPlan === undefined) !== (deviceid === undefined),
      'Name one plan or one device.',
    ),
  reply: allPlans,
  about:
    'Removes one plan, or with deviceid all plans of a device; GLOBAL: those for all devices. What is being fetched goes on. Answers all plans.',
  example: { input: { deviceid: 'GLOBAL' }, reply: { ...plansExample, message: 'Delete Success', data: [] } },
});
