// The disks as administrators see them: the folders of recordings, the room of what came of events, and the disk of the system.
import { statfs } from 'node:fs/promises';
import { parse } from 'node:path';
import { DISK_NORMAL, getDiskInfo } from '@outrider/contract';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { FileStore } from '../file-store/index.ts';
import type { RecordingFeature } from '../recording/index.ts';

export type DiskInfoKit = {
  recordings: Pick<RecordingFeature, 'disks' | 'fetchedBytes'>;
  files: Pick<FileStore, 'usedBytes'>;
  /** The disk of the system is the one whose root this path has. */
  dataFolder: string;
  /** Most MB of each; 0: no limit. */
  limits: () => { footage: number; snapshot: number; sd: number };
};

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number): number => Math.max(0, bytes) / MEGABYTE;

export const diskInfoCalls = ({ recordings, files, dataFolder, limits }: DiskInfoKit): CallHandler[] => [
  handle(getDiskInfo, async () => {
    const [fetched, snapshots, { bavail, bsize }] = await Promise.all([
      recordings.fetchedBytes(),
      files.usedBytes(true),
      statfs(parse(dataFolder).root),
    ]);
    const { footage, snapshot, sd } = limits();
    return {
      disks: recordings.disks().map(({ folder, trouble, fullBytes, freeBytes, reserveMb, usedBytes, minuteBytes }) => ({
        path: folder,
        status: trouble ?? DISK_NORMAL,
        full_size: megabytes(fullBytes),
        free_size: megabytes(freeBytes),
        reserve: reserveMb,
        used: megabytes(usedBytes),
        minMB: megabytes(minuteBytes),
      })),
      footageUsedSize: megabytes(fetched.wanted),
      footageFullSize: footage,
      snapshotUsedSize: megabytes(snapshots),
      snapshotFullSize: snapshot,
      sdUsedSize: megabytes(fetched.others),
      sdFullSize: sd,
      rootUsableSize: megabytes(bavail * bsize),
    };
  }),
];
