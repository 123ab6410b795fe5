// The door of downloads: files made of what was recorded, asked for and fetched over web.cgi.
import { join } from 'node:path';
import type { VideoAllowance } from '../../kernel/access/access.ts';
import type { CgiHandler } from '../../kernel/web/cgi.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { RecordingReader } from '../recording/index.ts';
import { type EventFootageKit, eventFamily } from './event-footage.ts';
import { createDownloadDevices, type DownloadDevicesKit } from './devices.ts';
import { familyHandlers } from './family.ts';
import { openDownloads } from './downloads.ts';
import { localFamily } from './local.ts';
import { remoteFamily } from './remote.ts';

export { DownloadFault } from './file-request.ts';
export { makeFile } from './make-file.ts';

export type DownloadOptions = { downloadJobs: number; downloadSize: number; recordReserve: number; node: string };

export type DownloadKit = DownloadDevicesKit &
  Omit<EventFootageKit, 'devices'> & {
    db: Database;
    log: Log;
    dataFolder: string;
    options: DownloadOptions;
    reader: RecordingReader;
    /** Whether footage may be fetched from a device. */
    allowance: VideoAllowance;
    trackOf: (deviceKey: number, from: number, to: number) => Promise<Uint8Array>;
  };

export type DownloadFeature = {
  cgi: CgiHandler[];
  /** Removes the files of devices that were dropped. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const MEGABYTE = 1024 * 1024;
const DAY_MS = 86_400_000;
/** Beside the reserve: what recordings write until they have made room for what a download took. */
const RECORDINGS_MB = 64;
/** The refusal of downloads.ts says this number. */
const PER_USER = 10;
const IN_ALL = 100;

export const downloadFeature = async (kit: DownloadKit): Promise<DownloadFeature> => {
  const { options } = kit;
  const maxBytes = options.downloadSize * MEGABYTE;
  const downloads = await openDownloads({
    ...kit,
    node: options.node,
    folderPath: join(kit.dataFolder, 'downloads'),
    reserveMb: options.recordReserve + RECORDINGS_MB,
    limits: { atOnce: options.downloadJobs, perUser: PER_USER, inAll: IN_ALL, keepMs: DAY_MS, maxBytes },
  });
  const stop = kit.bus.subscribe('recordings.deleted', (deleted) => downloads.forgetDeleted(deleted));
  const devices = createDownloadDevices(kit);
  return {
    cgi: [
      ...familyHandlers(downloads, localFamily({ ...kit, devices })),
      ...familyHandlers(downloads, remoteFamily({ ...kit, devices })),
      ...familyHandlers(downloads, eventFamily({ ...kit, devices })),
    ],
    forgetDevices: (deviceKeys) => downloads.forgetDevices(deviceKeys),
    metrics: () => downloads.metrics(),
    close: () => {
      stop();
      return downloads.close();
    },
  };
};
