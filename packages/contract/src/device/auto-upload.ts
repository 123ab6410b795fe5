// Files that devices sent of their own accord: pictures, sounds and clips that nobody had asked for.
import { z } from 'zod';
import { MAX_LOG_ROWS, filterText } from '../speak/log.ts';
import { call } from '../speak/speak.ts';
import { bodyCredentials, wireSeconds } from '../speak/wire.ts';

/** `filetime`: when it was taken, by the device's clock. `updatetime`: when it was kept. `filesize` in bytes, `fileext` without a point. */
export const autoUploadFile = z.object({
  serialno: z.number().int(),
  deviceid: z.string(),
  filename: z.string(),
  filesize: z.number().int(),
  fileext: z.string(),
  filetime: wireSeconds,
  updatetime: wireSeconds,
});
export type AutoUploadFile = z.output<typeof autoUploadFile>;

export const postAutoUpload = call({
  method: 'POST',
  path: '/gkdevice/autoupload',
  right: 'F_event',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    deviceid: filterText,
    fileext: z
      .string()
      .regex(/^\.?[A-Za-z0-9]{0,16}$/, 'A file extension holds letters and digits only.')
      .default(''),
    afterTime: wireSeconds,
    beforeTime: wireSeconds,
  }),
  reply: z.array(autoUploadFile),
  about: `Files that devices sent of their own accord and the caller may see, by the time they were taken, newest first, at most ${MAX_LOG_ROWS}. deviceid and fileext: '' for all. The file itself is GET /gkdevice/aufile/{filename} with its serialno as s, by a session or by u and p.`,
  example: {
    input: { deviceid: '13800000101', fileext: 'jpg', afterTime: 1_790_000_000, beforeTime: 1_790_086_400 },
    reply: [
      {
        serialno: 12,
        deviceid: '13800000101',
        filename: '13800000101_20260921T133320Z_ch2_7.jpg',
        filesize: 48_211,
        fileext: 'jpg',
        filetime: 1_790_000_000,
        updatetime: 1_790_000_004,
      },
    ],
  },
});

/** The address of such a file for a page of ours; the session's cookie goes along. */
export const autoUploadAddress = ({ filename, serialno }: Pick<AutoUploadFile, 'filename' | 'serialno'>): string =>
  `/gkdevice/aufile/${encodeURIComponent(filename)}?s=${serialno}`;
