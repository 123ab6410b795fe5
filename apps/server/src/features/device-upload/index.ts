// The door of uploads to FTP servers: beginning one, pausing and ending it, and what came of it. The device is the client of that server;
// this one sees no byte of it.
import { AppError, d33Upload, d34UploadControl, uploadStreams } from '@outrider/contract';
import { z } from 'zod';
import type { DeviceUpload, UploadEnd } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { DeviceOrderFeature, OrderKind } from '../device-order/index.ts';

type Kit = { clock: Clock; log: Log; devices: Devices; orders: Pick<DeviceOrderFeature, 'kind' | 'tell'> };

export type DeviceUploadFeature = {
  commands: CommandHandler[];
  /** Before devices are let in: of what a server before this one waited for nothing will be heard. */
  resume(): Promise<void>;
  close(): Promise<void>;
};

const DAY_MS = 86_400_000;
/** An end that could not be written is tried again this often. */
const AGAIN_MS = 10_000;
const FTP_PORT = 21;
/** Messages of the order, which the console translates. */
const UPLOADING = 'Uploading';
const ENDS: Readonly<Record<UploadEnd, string>> = {
  done: 'Uploaded',
  failed: 'The upload failed',
  lost: 'The link was lost during the upload',
};

const payload = z.object({
  channel: z.number(),
  startMs: z.number(),
  endMs: z.number(),
  stream: z.enum(uploadStreams),
  address: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  path: z.string(),
});

/** Writes what came of uploads, again until it can be written. */
const createEnds = ({
  clock,
  log,
  tell,
}: Pick<Kit, 'clock' | 'log'> & { tell: (id: number, message: string) => Promise<void> }) => {
  const unwritten = new Map<number, string>();
  const write = async (id: number, message: string): Promise<void> => {
    try {
      await tell(id, message);
      unwritten.delete(id);
    } catch (err) {
      if (!unwritten.has(id)) log.error('the end of an upload was not written, tried again', { id, err });
      unwritten.set(id, message);
    }
  };
  let writing: Promise<unknown> = Promise.resolve();
  const writeAgain = (): Promise<unknown> => Promise.all([...unwritten].map(([id, message]) => write(id, message)));
  const timer = clock.every(AGAIN_MS, () => {
    writing = writing.then(writeAgain);
  });
  return {
    write,
    async close(): Promise<void> {
      timer.cancel();
      await writing;
    },
  };
};

/** To be opened before the orders resume. */
export const deviceUploadFeature = ({ clock, log, devices, orders }: Kit): DeviceUploadFeature => {
  const running = new Map<number, { deviceKey: number; upload: DeviceUpload }>();
  const watch = async (id: number, upload: DeviceUpload): Promise<void> => {
    const end = await upload.ended;
    running.delete(id);
    await ends.write(id, ENDS[end]);
  };
  const kind: OrderKind<z.output<typeof payload>> = {
    name: 'upload',
    payload,
    keptMs: DAY_MS,
    again: false, // the same footage twice costs the vehicle its data
    detail: ({ channel, address, port, path }) => `CH${channel} ${address}:${port} ${path}`.trim(),
    async send(link, request, _begin, id) {
      const upload = await link.startUpload(request);
      running.set(id, { deviceKey: link.deviceKey, upload });
      return UPLOADING;
    },
    // Its first message is written by now: what comes of it is told after that, however fast the device was.
    over(_payload, _end, id) {
      const begun = running.get(id);
      if (begun === undefined) return;
      watch(id, begun.upload).catch((err: unknown) => log.error('the end of an upload is not known', { id, err }));
    },
  };
  const desk = orders.kind(kind);
  const ends = createEnds({ clock, log, tell: (id, message) => desk.tellMore(id, UPLOADING, message) });
  return {
    commands: [
      answer(d33Upload, (session, letters) => {
        const { C: channel, B: startMs, E: endMs, S: stream = 'any', H: address, T: port = FTP_PORT } = letters;
        const { U: user = '', P: password = '', D: path = '' } = letters;
        if (endMs <= startMs) throw new AppError('invalid', 'The end is before the start.');
        const request = { channel, startMs, endMs, stream, address, port, user, password, path };
        return orders.tell(session, letters, desk, request, ({ channels }) => {
          if (!channels.includes(channel)) throw new AppError('not_found', `The device has no channel ${channel}`);
        });
      }),
      answer(d34UploadControl, async ({ caller }, { I, O, A }) => {
        const { deviceKey } = devices.seen(caller, I);
        const found = running.get(O);
        if (found?.deviceKey !== deviceKey) throw new AppError('not_found', 'The upload is over.');
        await found.upload.control(A);
        return { R: '1' as const, I };
      }),
    ],
    resume: () => desk.tellMoreOfAll(UPLOADING, ENDS.lost),
    close: () => ends.close(),
  };
};
