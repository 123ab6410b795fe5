// Recordings that a recorder uploads by itself to an FTP server that somebody names, and pausing, going on with or ending that.
import { z } from 'zod';
import { command } from '../speak/speak.ts';
import { channelNumber, deviceId, wireSeconds } from '../speak/wire.ts';
import { keptAbout, orderKinds, orderReply, orderResults, toDevice } from './device-order.ts';

export const uploadStreams = ['any', 'main', 'sub'] as const;
export const uploadControls = ['pause', 'resume', 'cancel'] as const;
export type UploadControl = (typeof uploadControls)[number];

/** The recorder counts the bytes of each in one byte. */
const short = z.string().max(100);

export const d33Upload = command({
  code: 'D33',
  right: orderKinds.upload,
  audit: { action: 'Upload recordings to FTP server', secret: { P: true }, device: 'I' },
  input: z.object({
    ...toDevice,
    C: channelNumber,
    B: wireSeconds,
    E: wireSeconds,
    S: z.enum(uploadStreams).optional(),
    H: z.string().trim().min(1).max(100).regex(/^\S+$/, 'An address has no spaces.'),
    T: z.number().int().min(1).max(65_535).optional(),
    U: short.optional(),
    P: short.optional(),
    D: short.optional(),
  }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Has device I upload what it has recorded of channel C between B and E to the FTP server H (port T, 21 where nothing is said) as U with password P, into the folder D. The order is done when the device has begun; what came of the upload stands in its message in the list: Uploading, Uploaded, The upload failed, or The link was lost during the upload.${keptAbout}`,
  example: {
    input: {
      I: '13800000101',
      C: 1,
      B: 1_790_000_000,
      E: 1_790_000_600,
      H: 'ftp.example.com',
      U: 'fleet',
      P: 'secret',
      D: '/fleet',
    },
    reply: { R: '1', I: '13800000101', O: 7, S: 'done' },
  },
});

export const d34UploadControl = command({
  code: 'D34',
  right: orderKinds.upload,
  audit: { action: 'Control upload to FTP server', secret: {}, device: 'I' },
  input: z.object({ I: deviceId, O: z.number().int().positive(), A: z.enum(uploadControls) }),
  reply: z.object({ R: z.literal('1'), I: z.string() }),
  batched: false,
  about: 'Pauses, resumes or cancels the upload that order O began, while it runs; R 404 where it does not.',
  example: { input: { I: '13800000101', O: 7, A: 'pause' }, reply: { R: '1', I: '13800000101' } },
});
