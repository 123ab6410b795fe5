// Reports as PDF files: a table that the console already shows is posted, the server draws it and keeps the file for a while.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, outcome } from '../speak/wire.ts';

export const reportTypes = ['event summary', 'event detail', 'mileage', 'netflow'] as const;
export type ReportType = (typeof reportTypes)[number];
export const MAX_REPORT_ROWS = 12_000;
const MAX_COLUMNS = 40;

const text = z.string().max(500);
const line = z.array(text).max(MAX_COLUMNS);

/** A table as it is to be drawn: every text in the reader's language and units. */
export const reportTable = z.object({
  title: text,
  /** Lines under the title: the span, who made it. */
  notes: z.array(text).max(8).default([]),
  columns: z
    .array(
      z.object({
        title: text,
        align: z.enum(['start', 'end']).default('start'),
        /** Share of the width. */
        weight: z.number().min(0.2).max(20).default(1),
      }),
    )
    .min(1)
    .max(MAX_COLUMNS),
  rows: z.array(line).max(MAX_REPORT_ROWS),
  total: line.optional(),
});
export type ReportTable = z.output<typeof reportTable>;

/** Twelve thousand rows of a hundred bytes and a logo. */
const MAX_REPORT_MB = 4;

export const postReportPdf = call({
  method: 'POST',
  path: '/tmp',
  right: 'F_event',
  audit: 'reads',
  body: {
    maxBytes: MAX_REPORT_MB * 1024 * 1024,
    tooLarge: `The report is too large for a PDF: at most ${MAX_REPORT_ROWS} rows and ${MAX_REPORT_MB} MB. Choose a shorter time or fewer devices.`,
  },
  input: z.object({
    ...bodyCredentials,
    /** A PNG or JPEG picture as data URL, or ''. */
    logo: z
      .string()
      .max(300_000)
      .regex(/^(data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+)?$/, 'The logo is a PNG or JPEG picture as data URL.')
      .default(''),
    type: z.enum(reportTypes),
    data: reportTable,
  }),
  reply: outcome.extend({
    /** Root-absolute path of the file; only the account that made it may read it, for an hour. */
    url: z.string(),
  }),
  about: `Draws a table of at most ${MAX_REPORT_ROWS} rows as a PDF and answers where it lies for the next hour.`,
  example: {
    input: {
      logo: '',
      type: 'mileage',
      data: {
        title: 'Mileage',
        columns: [{ title: 'Device ID' }, { title: 'Mileage', align: 'end' }],
        rows: [['13800000101', '41.25 km']],
        total: ['Total', '41.25 km'],
      },
    },
    reply: { hasError: 0, message: 'Success', url: '/tmp/4b7c1d2e3f405162738495a6b7c8d9e0.pdf' },
  },
});
