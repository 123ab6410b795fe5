// The files that scheduled reports left: searching them, and where each is.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, outcome, wireSeconds } from '../speak/wire.ts';

export const MAX_REPORT_FILES = 5000;
export const reportFileTypes = ['pdf', 'csv'] as const;
export type ReportFileType = (typeof reportFileTypes)[number];
export const reportQueries = ['updatetime', 'starttime', 'endtime'] as const;
export type ReportQuery = (typeof reportQueries)[number];

/** `starttime` up to `endtime`: the period that it is about. `updatetime`: when it was made. `period`: minutes. */
export const reportFile = z.object({
  reportid: z.number().int(),
  profile: z.string(),
  type: z.string(),
  period: z.number().int(),
  filename: z.string(),
  fileid: z.number().int(),
  filetype: z.enum(reportFileTypes),
  filesize: z.number().int(),
  starttime: wireSeconds,
  endtime: wireSeconds,
  updatetime: wireSeconds,
});
export type ReportFile = z.output<typeof reportFile>;

export const postReportList = call({
  method: 'POST',
  path: '/gkevent/reportlist',
  right: 'F_event_report',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    reportid: z.number().int().positive().optional(),
    from: wireSeconds,
    to: wireSeconds,
    queryby: z.enum(reportQueries).default('updatetime'),
  }),
  reply: z.union([z.array(reportFile), outcome]),
  about: `Files of scheduled reports whose \`queryby\` lies from \`from\` up to \`to\`, both included, newest first, at most ${MAX_REPORT_FILES}: of the caller's reports, of all for level 0. Without \`reportid\` those of all its reports, also of deleted ones. A file itself is GET /gkevent/reportfile/{filename} with its fileid as \`id\`.`,
  example: {
    input: { from: 1_789_948_800, to: 1_790_035_199, queryby: 'updatetime' },
    reply: [
      {
        reportid: 7,
        profile: 'North depot',
        type: 'driver score',
        period: 1440,
        filename: 'North depot_driver score_2026-09-21.pdf',
        fileid: 12,
        filetype: 'pdf',
        filesize: 20_480,
        starttime: 1_789_920_000,
        endtime: 1_790_006_400,
        updatetime: 1_790_006_460,
      },
    ],
  },
});

export const reportFileQuery = z.object({ id: z.coerce.number().int().positive() });

/** Where a file is, for a page of ours. */
export const reportFileAddress = ({ filename, fileid }: Pick<ReportFile, 'filename' | 'fileid'>): string =>
  `/gkevent/reportfile/${encodeURIComponent(filename)}?id=${fileid}`;
