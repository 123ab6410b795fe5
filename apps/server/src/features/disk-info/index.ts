// The disks as administrators see them: the folders of recordings, the room of what came of events, and the disk of the system.
import { statfs } from 'node:fs/promises';
import { parse } from 'node:path';
import { DISK_NORMAL, getDiskInfo } from '@outrider/contract';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Share } from '../event-parameters/index.ts';
import type { RecordingFeature } from '../recording/index.ts';

export type DiskInfoKit = {
  recordings: Pick<RecordingFeature, 'disks'>;
  /** What counts to each limit. */
  usedBytes: (share: Share) => Promise<number>;
  /** The disk of the system is the one whose root this path has. */
  dataFolder: string;
  /** Most MB of each; 0: no limit. */
  limits: () => Record<Share, number>;
};

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number): number => Math.max(0, bytes) / MEGABYTE;

export const diskInfoCalls = ({ recordings, usedBytes, dataFolder, limits }: DiskInfoKit): CallHandler[] => [
  handle(getDiskInfo, async () => {
    const [footage, snapshots, sd, sent, { bavail, bsize }] = await Promise.all([
      usedBytes('footage'),
      usedBytes('snapshots'),
      usedBytes('sd'),
      usedBytes('sent'),
      statfs(parse(dataFolder).root),
    ]);
    const most = limits();
    return {
      disks: recordings
        .disks()
        .map(({ folder, trouble, fullBytes, freeBytes, reserveMb, usedBytes: used, minuteBytes }) => ({
          path: folder,
          status: trouble ?? DISK_NORMAL,
          full_size: megabytes(fullBytes),
          free_size: megabytes(freeBytes),
          reserve: reserveMb,
          used: megabytes(used),
          minMB: megabytes(minuteBytes),
        })),
      footageUsedSize: megabytes(footage),
      footageFullSize: most.footage,
      snapshotUsedSize: megabytes(snapshots),
      snapshotFullSize: most.snapshots,
      sdUsedSize: megabytes(sd),
      sdFullSize: most.sd,
      autouploadUsedSize: megabytes(sent),
      autouploadFullSize: most.sent,
      rootUsableSize: megabytes(bavail * bsize),
    };
  }),
];
