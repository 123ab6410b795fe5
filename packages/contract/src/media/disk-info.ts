// The disks of the server: where recordings go, how fast, and how much room files of events take.
import { z } from 'zod';
import { call } from '../speak/speak.ts';

/** Megabytes of 1024 x 1024 bytes. */
const megabytes = z.number().min(0);
/**
 * A folder or disk that recordings go to. `status`: 'normal', or why it cannot be written. Sizes of its file system in MB; `reserve` stays
 * free; `used` by recordings; `minMB` written in the last minute.
 */
export const diskState = z.object({
  path: z.string(),
  status: z.string(),
  full_size: megabytes,
  free_size: megabytes,
  reserve: megabytes,
  used: megabytes,
  minMB: megabytes,
});
export type DiskState = z.output<typeof diskState>;

/** What is said of a disk that can be written. */
export const DISK_NORMAL = 'normal';

export const getDiskInfo = call({
  method: 'GET',
  path: '/api/diskinfo',
  right: 'admin',
  input: z.object({}),
  reply: z.object({
    disks: z.array(diskState),
    footageUsedSize: megabytes,
    footageFullSize: megabytes,
    snapshotUsedSize: megabytes,
    snapshotFullSize: megabytes,
    sdUsedSize: megabytes,
    sdFullSize: megabytes,
    autouploadUsedSize: megabytes,
    autouploadFullSize: megabytes,
    rootUsableSize: megabytes,
  }),
  about:
    'The disks that recordings go to, with what was written to each in the last minute, and the room for what came of events, all in MB. Footage: what was fetched from devices for events and custom downloads, with the clips of events. Snapshot: pictures and other files that devices were asked for. SD: what else was fetched from the SD cards of devices. Autoupload: files that devices sent of their own accord. A full size of 0: no limit of its own. rootUsableSize: what is free on the disk of the system.',
  example: {
    input: {},
    reply: {
      disks: [
        {
          path: '/var/lib/outrider/recordings',
          status: DISK_NORMAL,
          full_size: 953_869,
          free_size: 401_200,
          reserve: 5000,
          used: 540_300,
          minMB: 61.5,
        },
      ],
      footageUsedSize: 2048,
      footageFullSize: 102_400,
      snapshotUsedSize: 512,
      snapshotFullSize: 0,
      sdUsedSize: 128,
      sdFullSize: 0,
      autouploadUsedSize: 64,
      autouploadFullSize: 500,
      rootUsableSize: 20_480,
    },
  },
});
export type DiskInfo = z.output<typeof getDiskInfo.reply>;
