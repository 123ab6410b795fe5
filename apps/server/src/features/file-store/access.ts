// Files for people: the list, the bytes by a session or by a ticket. Who may see the device may see its files, nobody else.
import { AppError, type DeviceFile, MAX_FILES_LISTED, postDeviceFiles, postFileTicket } from '@outrider/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Caller, Devices } from '../../kernel/access/access.ts';
import { notBefore, sinceOf } from '../../kernel/access/lookback.ts';
import { assertMay } from '../../kernel/access/authorise.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { keptFileHeaders, sendFile } from '../../kernel/web/send-file.ts';
import { addAutoUploadRoute, autoUploadCalls } from './auto-upload.ts';
import { UNKNOWN_TYPE } from './content-type.ts';
import type { FileQuery, StoredFile } from './store.ts';
import { Tickets } from './tickets.ts';

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

export type FileAccess = {
  calls: CallHandler[];
  filesOf(caller: Caller, eventSerials: readonly number[]): Promise<DeviceFile[]>;
  /** Adds the addresses of the bytes; `authenticate` throws for a request of nobody. */
  addRoutes(app: FastifyInstance, authenticate: (request: FastifyRequest) => Promise<Caller>): void;
};

const RIGHT = postDeviceFiles.right;
const FILE_PATH = '/gkevent/file/:id';
const TICKET_PATH = '/gkevent/fileticket/';
/** Rows looked at for one answer: a caller who may see few of many devices asks by device. */
const MOST_READ = 5000;

/** The same words for a file of another group and for none. */
export const unknownFile = (): AppError => new AppError('not_found', 'There is no such file.');

const wireOf = (file: StoredFile, deviceId: string): DeviceFile => ({
  id: file.id,
  deviceid: deviceId,
  kind: file.kind,
  channel: file.channel,
  time: file.takenMs,
  received: file.receivedMs,
  name: file.name,
  type: file.mimeType,
  size: file.bytes,
  sha256: Buffer.from(file.hash).toString('hex'),
  serialno: file.eventSerial,
  cause: file.cause,
  latitude: file.lat,
  longitude: file.lng,
});

const maySee = (kit: FileAccessKit, caller: Caller, { deviceKey, takenMs }: StoredFile): boolean =>
  takenMs >= sinceOf(caller) && kit.access.maySee(caller, deviceKey);

/** The files of a page that the caller may see, and further pages until there are enough; at most `mostRead` are looked at. */
export const visibleFiles = async (
  kit: FileAccessKit,
  caller: Caller,
  asked: FileQuery,
  mostRead: number,
): Promise<{ file: StoredFile; deviceId: string }[]> => {
  const found: { file: StoredFile; deviceId: string }[] = [];
  let { afterId } = asked;
  for (let read = 0; found.length < asked.limit && read < mostRead;) {
    // oxlint-disable-next-line no-await-in-loop -- a page at a time
    const rows = await kit.list({ ...asked, ...(afterId === undefined ? {} : { afterId }), limit: MAX_FILES_LISTED });
    for (const file of rows) {
      const deviceId = maySee(kit, caller, file) ? kit.devices.clockOf(file.deviceKey)?.id : undefined;
      if (deviceId !== undefined && found.length < asked.limit) found.push({ file, deviceId });
    }
    read += rows.length;
    afterId = rows.at(-1)?.id;
    if (rows.length < MAX_FILES_LISTED) break;
  }
  return found;
};

const visible = async (kit: FileAccessKit, caller: Caller, asked: FileQuery): Promise<DeviceFile[]> =>
  (await visibleFiles(kit, caller, asked, MOST_READ)).map(({ file, deviceId }) => wireOf(file, deviceId));

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

const fileCalls = (kit: FileAccessKit, tickets: Tickets): CallHandler[] => [
  handle(postDeviceFiles, async (caller, { deviceid, start, end, kind, serialno, before, limit }) => {
    const deviceKey = deviceid === undefined ? undefined : kit.devices.seen(caller, deviceid).deviceKey;
    return visible(kit, caller, {
      ...(deviceKey === undefined ? {} : { deviceKey }),
      fromMs: notBefore(caller, start ?? 0),
      ...(end === undefined ? {} : { toMs: end + 999 }), // whole seconds on the wire
      ...(kind === undefined ? {} : { kind }),
      ...(serialno === undefined ? {} : { eventSerials: serialno }),
      ...(before === undefined ? {} : { afterId: before }),
      limit: limit ?? MAX_FILES_LISTED,
    });
  }),
  handle(postFileTicket, async (caller, { id }) => {
    const { id: ticket, expiresMs } = tickets.issue((await seenFile(kit, caller, id)).id);
    return { hasError: 0 as const, message: 'Success', url: TICKET_PATH + ticket, expires: expiresMs };
  }),
];

export const fileAccess = (kit: FileAccessKit): FileAccess => {
  const tickets = new Tickets(kit.clock);
  return {
    calls: [...fileCalls(kit, tickets), ...autoUploadCalls(kit)],
    filesOf: (caller, eventSerials) => visible(kit, caller, { eventSerials, limit: MAX_FILES_LISTED }),
    addRoutes(app, authenticate) {
      addAutoUploadRoute(app, kit, authenticate);
      app.get<{ Params: { id: string }; Querystring: { download?: string } }>(FILE_PATH, async (request, reply) => {
        const caller = await authenticate(request);
        assertMay(caller, RIGHT);
        const { id } = request.params;
        if (!/^\d{1,15}$/.test(id)) throw unknownFile();
        const file = await seenFile(kit, caller, Number(id));
        await sendStored(kit, { request, reply, file, shown: request.query.download === undefined });
      });
      app.get<{ Params: { ticket: string } }>(`${TICKET_PATH}:ticket`, async (request, reply) => {
        const id = tickets.use(request.params.ticket);
        const file = id === undefined ? undefined : await kit.byId(id);
        if (file === undefined) throw new AppError('not_found', 'This address was used already, or it is too old.');
        await sendStored(kit, { request, reply, file, shown: true });
      });
    },
  };
};
