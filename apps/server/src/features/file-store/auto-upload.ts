// What devices sent of their own accord, for people: the list, and the bytes by name and number.
import { AppError, type AutoUploadFile, MAX_LOG_ROWS, postAutoUpload } from '@outrider/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertMay } from '../../kernel/access/authorise.ts';
import type { Caller } from '../../kernel/access/access.ts';
import { notBefore } from '../../kernel/access/lookback.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type FileAccessKit, sendStored, seenFile, unknownFile, visibleFiles } from './seen-files.ts';
import type { StoredFile } from './store.ts';

const FILE_PATH = '/gkdevice/aufile/:filename';
/** Rows looked at for one answer: a caller who may see few of many devices asks by device. */
const MOST_READ = 20_000;

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const wireOf = (file: StoredFile, deviceid: string): AutoUploadFile => ({
  serialno: file.id,
  deviceid,
  filename: file.name,
  filesize: file.bytes,
  fileext: extensionOf(file.name),
  filetime: file.takenMs,
  updatetime: file.receivedMs,
});

export const autoUploadCalls = (kit: FileAccessKit): CallHandler[] => [
  handle(postAutoUpload, async (caller, { deviceid, fileext, afterTime, beforeTime }) => {
    const deviceKey = deviceid === '' ? undefined : kit.devices.seen(caller, deviceid).deviceKey;
    const found = await visibleFiles(
      kit,
      caller,
      {
        ...(deviceKey === undefined ? {} : { deviceKey }),
        asked: false,
        extension: fileext.replace('.', '').toLowerCase(),
        fromMs: notBefore(caller, afterTime),
        toMs: beforeTime - 1,
        byTaken: true,
        limit: MAX_LOG_ROWS,
      },
      MOST_READ,
    );
    return found.map(({ file, deviceId }) => wireOf(file, deviceId));
  }),
];

type FileRequest = { Params: { filename: string }; Querystring: { s?: string } };

/** Adds the address of the bytes. A number says which one is meant, the name what it is saved as: both must fit. */
export const addAutoUploadRoute = (
  app: FastifyInstance,
  kit: FileAccessKit,
  authenticate: (request: FastifyRequest) => Promise<Caller>,
): void => {
  app.get<FileRequest>(FILE_PATH, async (request, reply) => {
    const caller = await authenticate(request);
    assertMay(caller, postAutoUpload.right);
    const { s: serial = '' } = request.query;
    if (!/^\d{1,15}$/.test(serial)) throw new AppError('invalid', 'Say the number of the file as s.');
    const file = await seenFile(kit, caller, Number(serial));
    if (file.asked || file.name !== request.params.filename) throw unknownFile();
    await sendStored(kit, { request, reply, file, shown: false });
  });
};
