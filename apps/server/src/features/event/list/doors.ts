// The clips and photos of listed events behind their documented addresses. The bytes are those of the store of files.
import {
  AppError,
  footageAddress,
  getFootageInfo,
  MAX_CLIP_CHANNEL,
  postEventQuery,
  snapQuery,
  type InputOf,
} from '@outrider/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertMay } from '../../../kernel/access/authorise.ts';
import type { Caller } from '../../../kernel/access/access.ts';
import type { CgiFile } from '../../../kernel/web/cgi.ts';
import { type CallHandler, handle } from '../../../kernel/web/http.ts';
import { checkInput } from '../../../kernel/web/schema-input.ts';
import { keptFileHeaders, sendFile, type SentFile } from '../../../kernel/web/send-file.ts';
import { sinceOf } from '../../../kernel/access/lookback.ts';
import { type ListCallsKit, seenEvent } from './calls.ts';
import { mp4LengthMs } from './mp4-length.ts';

export type KeptFile = {
  id: number;
  kind: string;
  channel: number;
  takenMs: number;
  bytes: number;
  name: string;
  mimeType: string;
  hash: Uint8Array;
};
export type DoorFiles = {
  /** The kept files of these events. */
  of(serials: readonly number[]): Promise<KeptFile[]>;
  /** Where its bytes lie; undefined: nowhere. */
  pathOf(file: KeptFile): Promise<string | undefined>;
};

export type DoorsKit = Pick<ListCallsKit, 'store' | 'access' | 'devices'> & {
  files: () => DoorFiles | undefined;
  cameraOf: (deviceKey: number, code: number) => number;
};

const RIGHT = postEventQuery.right;
const noClip = (): AppError => new AppError('not_found', 'No clip of this channel is kept for the event.');
const noPhoto = (): AppError => new AppError('not_found', 'No photo of this channel is kept for the event.');

type Wanted = { serials: readonly number[]; channel: number; camera: number; kind: 'photo' | 'video' };

/** The first of them: files of an alarm are numbered in the order of their names. */
const findFile = async (
  kit: DoorsKit,
  { serials, channel, camera, kind }: Wanted,
): Promise<{ file: KeptFile; path: string } | undefined> => {
  const files = kit.files();
  if (files === undefined) return undefined;
  const own = (await files.of(serials))
    .filter((file) => file.kind === kind && (file.channel === 0 ? camera : file.channel) === channel)
    .toSorted((a, b) => a.id - b.id);
  for (const file of own) {
    // oxlint-disable-next-line no-await-in-loop -- the first that is there
    const path = await files.pathOf(file);
    if (path !== undefined) return { file, path };
  }
  return undefined;
};

const sentOf = ({ file, path }: { file: KeptFile; path: string }, name = file.name): SentFile => ({
  path,
  bytes: file.bytes,
  name,
  type: file.mimeType,
  tag: `"${Buffer.from(file.hash).toString('hex')}"`,
  shown: /^(image|video)\//.test(file.mimeType),
});

const clipOf = async (kit: DoorsKit, caller: Caller, { s, c }: Pick<InputOf<typeof getFootageInfo>, 's' | 'c'>) => {
  const { event, device } = await seenEvent(kit, caller, s);
  const camera = kit.cameraOf(event.deviceKey, event.code);
  const found = await findFile(kit, { serials: [s], channel: c, camera, kind: 'video' });
  if (found === undefined) throw noClip();
  return { ...found, event, device };
};

export const footageCalls = (kit: DoorsKit): CallHandler[] => [
  handle(getFootageInfo, async (caller, asked) => {
    const { file, path } = await clipOf(kit, caller, asked);
    return { start: file.takenMs, end: file.takenMs + (await mp4LengthMs(path)) };
  }),
];

export const addFootageRoute = (
  app: FastifyInstance,
  kit: DoorsKit,
  authenticate: (request: FastifyRequest) => Promise<Caller>,
): void => {
  app.get<{ Params: { name: string }; Querystring: Record<string, string> }>(
    '/gkevent/footage/:name',
    async (request, reply) => {
      const caller = await authenticate(request);
      assertMay(caller, RIGHT);
      const found = await clipOf(kit, caller, checkInput(getFootageInfo.input, request.query));
      const { c } = request.query;
      const address = footageAddress(
        { serialno: found.event.serialno, deviceid: found.device.id, eventtimeutc: found.event.deviceMs },
        Math.min(MAX_CLIP_CHANNEL, Number(c)),
      );
      const name = /([^/]+)\?/.exec(address)?.[1] ?? found.file.name;
      reply.hijack();
      for (const [header, value] of Object.entries(keptFileHeaders)) reply.raw.setHeader(header, value);
      await sendFile(request.raw, reply.raw, sentOf(found, decodeURIComponent(name)));
    },
  );
};

export const snapDoor = (kit: DoorsKit): CgiFile => ({
  path: '/pic.cgi',
  type: 'snap',
  async find(query, whoAsks) {
    const caller = await whoAsks();
    assertMay(caller, RIGHT);
    const { t, deviceid, ch, s } = checkInput(snapQuery, query);
    const { deviceKey } = kit.devices.seen(caller, deviceid);
    const events = (await kit.store.inSecond(deviceKey, t * 1000)).filter(
      ({ serialno, momentMs }) => momentMs >= sinceOf(caller) && (s === undefined || serialno === s),
    );
    for (const { serialno, code } of events) {
      const camera = kit.cameraOf(deviceKey, code);
      // oxlint-disable-next-line no-await-in-loop -- the first event of that second that has one
      const found = await findFile(kit, { serials: [serialno], channel: ch, camera, kind: 'photo' });
      if (found !== undefined) return sentOf(found);
    }
    throw noPhoto();
  },
});
