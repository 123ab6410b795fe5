// Which files a caller may see, and handing out the bytes of one.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, MAX_FILES_LISTED } from '@outrider/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Caller, Devices } from '../../kernel/access/access.ts';
import { sinceOf } from '../../kernel/access/lookback.ts';
import type { Clock } from '../../kernel/clock.ts';
import { keptFileHeaders, sendFile } from '../../kernel/web/send-file.ts';
import { UNKNOWN_TYPE } from './content-type.ts';
import type { FileQuery, StoredFile } from './store.ts';

export type FileDevices = Devices & { clockOf(deviceKey: number): { id: string } | undefined };

export type FileAccessKit = {
  clock: Clock;
  access: Access;
  list: (asked: FileQuery) => Promise<StoredFile[]>;
  byId: (id: number) => Promise<StoredFile | undefined>;
  /** Where the bytes of a file lie; undefined: nowhere. */
  find: (file: StoredFile) => Promise<string | undefined>;
  devices: FileDevices;
};

/** The same words for a file of another group and for none. */
export const unknownFile = (): AppError => new AppError('not_found', 'There is no such file.');

const maySee = (kit: FileAccessKit, caller: Caller, { deviceKey, takenMs }: StoredFile): boolean =>
  takenMs >= sinceOf(caller) && kit.access.maySee(caller, deviceKey);

/**
 * The files of a page that the caller may see, and further pages until there are enough; at most `mostRead` are looked at. Others have
 * their turn in between.
 */
export const visibleFiles = async (
  kit: FileAccessKit,
  caller: Caller,
  asked: FileQuery,
  mostRead: number,
): Promise<{ file: StoredFile; deviceId: string }[]> => {
  const found: { file: StoredFile; deviceId: string }[] = [];
  let place: Pick<FileQuery, 'afterId' | 'after'> = {};
  for (let read = 0; found.length < asked.limit && read < mostRead;) {
    // oxlint-disable-next-line no-await-in-loop -- a page at a time
    const rows = await kit.list({ ...asked, ...place, limit: MAX_FILES_LISTED });
    for (const file of rows) {
      const deviceId = maySee(kit, caller, file) ? kit.devices.clockOf(file.deviceKey)?.id : undefined;
      if (deviceId !== undefined && found.length < asked.limit) found.push({ file, deviceId });
    }
    read += rows.length;
    // oxlint-disable-next-line no-await-in-loop -- a database in the process answers in the same turn
    await nextTurn();
    const last = rows.at(-1);
    if (last === undefined || rows.length < MAX_FILES_LISTED) break;
    place = asked.byTaken === true ? { after: last } : { afterId: last.id };
  }
  return found;
};

export const seenFile = async (kit: FileAccessKit, caller: Caller, id: number): Promise<StoredFile> => {
  const file = await kit.byId(id);
  if (file === undefined || !maySee(kit, caller, file)) throw unknownFile();
  return file;
};

type Answer = { request: FastifyRequest; reply: FastifyReply; file: StoredFile; shown: boolean };

export const sendStored = async (kit: FileAccessKit, { request, reply, file, shown }: Answer): Promise<void> => {
  const path = await kit.find(file);
  if (path === undefined) throw new AppError('not_found', 'The file is not on the disk any more.');
  reply.hijack();
  for (const [name, value] of Object.entries(keptFileHeaders)) reply.raw.setHeader(name, value);
  const { bytes, name, mimeType: type, hash } = file;
  const tag = `"${Buffer.from(hash).toString('hex')}"`;
  await sendFile(request.raw, reply.raw, { path, bytes, name, type, tag, shown: shown && type !== UNKNOWN_TYPE });
};
