// Files for people: the list, the bytes by a session or by a ticket. Who may see the device may see its files, nobody else.
import { AppError, type DeviceFile, MAX_FILES_LISTED, postDeviceFiles, postFileTicket } from '@outrider/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/access/access.ts';
import { notBefore } from '../../kernel/access/lookback.ts';
import { assertMay } from '../../kernel/access/authorise.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { addAutoUploadRoute, autoUploadCalls } from './auto-upload.ts';
import { type FileAccessKit, seenFile, sendStored, unknownFile, visibleFiles } from './seen-files.ts';
import type { FileQuery, StoredFile } from './store.ts';
import { Tickets } from './tickets.ts';

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

const visible = async (kit: FileAccessKit, caller: Caller, asked: FileQuery): Promise<DeviceFile[]> =>
  (await visibleFiles(kit, caller, asked, MOST_READ)).map(({ file, deviceId }) => wireOf(file, deviceId));

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
        const { ticket } = request.params;
        // Fastify answers HEAD here too: who asks how large the file is has not had it.
        const id = request.method === 'HEAD' ? tickets.look(ticket) : tickets.use(ticket);
        const file = id === undefined ? undefined : await kit.byId(id);
        if (file === undefined) throw new AppError('not_found', 'This address was used already, or it is too old.');
        await sendStored(kit, { request, reply, file, shown: true });
      });
    },
  };
};
