// The files of the firmware store, as people upload, name and remove them, in a folder of so many MB.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import {
  type FirmwareItem,
  type InputOf,
  deleteFwStore,
  getFwStore,
  putFirmwareBytes,
  putFwStore,
  u01Firmware,
} from '@outrider/contract';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { bytesOfBase64, noBytes, Uploads, type WholeFile } from '../../kernel/storage/uploads.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { assertWhatItClaims } from './content.ts';
import type { FirmwareStore, StoredFirmware } from './store.ts';

export type LibraryKit = {
  store: FirmwareStore;
  clock: Clock;
  log: Log;
  dataFolder: string;
  /** Most MB of all files. */
  maxMb: number;
  /** A device, a plan or a roll-out needs this file. */
  isUsed: (id: string) => boolean;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
};

export type FirmwareLibrary = {
  calls: CallHandler[];
  commands: CommandHandler[];
  find(id: string): Promise<StoredFirmware | undefined>;
  pathOf(id: string): string;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const FOLDER = 'firmware';
const INCOMING = 'incoming';
const MB = 1024 * 1024;
const done = { hasError: 0, message: 'Success' } as const;
const unknown = (): AppError => new AppError('not_found', 'There is no such firmware.');

const itemOf = ({ id, fileName, bytes, md5, updatedMs, ...rest }: StoredFirmware): FirmwareItem => ({
  ...rest,
  firmwareid: id,
  filename: fileName,
  filesize: bytes,
  hash: md5,
  updatetime: updatedMs,
});

const syncFolder = async (folder: string): Promise<void> => {
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
};

type Announced = { fileName: string; memo: string };

/** Gives the path that takes the bytes. */
const announce = (
  uploads: Pick<Uploads<Announced, unknown>, 'announce'>,
  userId: number,
  { A: memo, B: fileName, C: bytes, D: sha256 }: InputOf<typeof u01Firmware>,
): string => {
  if (fileName === undefined || bytes === undefined)
    throw new AppError('invalid', `${fileName === undefined ? 'B' : 'C'}: is missing`);
  const ticket = uploads.announce({ fileName, memo }, { userId, bytes, sha256 });
  return putFirmwareBytes.path.replace('{ticket}', ticket);
};

/** A file without its row was never said to be kept, or its row was removed: for sure, before the file goes. */
const removeUnknown = async ({ store, synced }: LibraryKit, folder: string): Promise<void> => {
  const known = new Set((await store.list()).map(({ id }) => id));
  const stray = (await readdir(folder)).filter((name) => /^[0-9a-f]{32}$/.test(name) && !known.has(name));
  if (stray.length > 0) await synced();
  for (const name of stray) await rm(join(folder, name), { force: true });
};

/** Throws AppError `limit_reached` where so many more are too many. */
const assertRoom = async ({ store, maxMb }: Pick<LibraryKit, 'store' | 'maxMb'>, bytes: number): Promise<void> => {
  const used = (await store.list()).reduce((sum, file) => sum + file.bytes, 0);
  if (used + bytes > maxMb * MB)
    throw new AppError('limit_reached', `The firmware store holds ${maxMb} MB. Remove a file first.`);
};

export const openLibrary = async (kit: LibraryKit): Promise<FirmwareLibrary> => {
  const { store, clock, log, synced, isUsed } = kit;
  const folder = join(kit.dataFolder, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnknown(kit, folder);

  const keep = async (announced: Announced, { path, ...file }: WholeFile): Promise<StoredFirmware> => {
    await assertRoom(kit, file.bytes); // two that were announced together may be too many
    await assertWhatItClaims(path, announced.fileName, file.bytes);
    const firmware = { ...announced, ...file, id: randomBytes(16).toString('hex'), updatedMs: clock.now() };
    await rename(path, join(folder, firmware.id));
    await syncFolder(folder);
    await store.add(firmware);
    await synced();
    log.info('firmware stored', { firmware: basename(firmware.fileName), bytes: firmware.bytes });
    return firmware;
  };
  const uploads = await Uploads.open({ clock, log, folder: join(folder, INCOMING), keep });
  return {
    commands: [
      answer(u01Firmware, async ({ caller }, input) => {
        if (input.E === undefined) {
          await assertRoom(kit, input.C ?? 0);
          return { Z: announce(uploads, caller.userId, input) };
        }
        const { received, kept } = await uploads.take(input.E, caller.userId, input.F, bytesOfBase64(input.G));
        return { Z: `${received}`, ...(kept && { Y: itemOf(kept) }) };
      }),
    ],
    calls: [
      handle(getFwStore, async () => (await store.list()).map(itemOf)),
      handle(putFwStore, async (_caller, { firmwareid, filename, memo }) => {
        const change = {
          ...(filename !== undefined && { fileName: filename }),
          ...(memo !== undefined && { memo }),
          updatedMs: clock.now(),
        };
        if (!(await store.change(firmwareid, change))) throw unknown();
        return done;
      }),
      handle(deleteFwStore, async (_caller, { firmwareid }) => {
        if (isUsed(firmwareid))
          throw new AppError('conflict', 'A device, a plan or a roll-out needs this file. End that first.');
        if (!(await store.remove(firmwareid))) throw unknown();
        await synced(); // where that fails, the next start removes it
        await rm(join(folder, firmwareid), { force: true });
        return done;
      }),
      handle(putFirmwareBytes, async (caller, { ticket, offset }, { bytes }) => {
        const { received, kept } = await uploads.take(ticket, caller.userId, offset, bytes ?? noBytes());
        return { received, ...(kept && { firmware: itemOf(kept) }) };
      }),
    ],
    find: (id) => store.find(id),
    pathOf: (id) => join(folder, id),
    metrics: () => ({ firmware_uploads: uploads.count }),
    close: () => uploads.close(),
  };
};
