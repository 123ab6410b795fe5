// How long a viewer waits for the first picture: of a stream that flows already, and of one the device has to be asked for.
import { once } from 'node:events';
import { decodeStreamMessage, streamKinds } from '@outrider/contract';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { Camera } from './support/camera.ts';
import { median, quantile, scaled, wait } from './support/scale.ts';
import { ServerProcess, streamPath, withFolder } from './support/server-process.ts';
import { MessageCutter, openWebSocket } from './support/web-socket-reader.ts';

const TRIALS = scaled(40, 4);
const ASKED_DEVICES = scaled(20, 3);
const FLOWING_GOAL_MS = 100;
const ASKED_GOAL_MS = 300;
const FIRST_PHONE = 13_800_000_101;
const PICTURE_WITHIN_MS = 10_000;
/** Out of step with the frames, so that viewers come at all times of a group of pictures. */
const BETWEEN_MS = 137;

/** Times of one opening in ms from the first byte sent. `stateMs`: the first state message; `acceptedMs`: the one that says the device agreed. */
type Opening = { stateMs: number; acceptedMs: number; pictureMs: number; atMs: number };

const isAccepted = (body: Uint8Array): boolean =>
  /"state":"(waiting|playing)"/.test(Buffer.from(body).toString('utf8'));

/** Opens a stream and waits for its first picture, or for its first state only. */
const open = async (server: ServerProcess, path: string, until: 'picture' | 'state'): Promise<Opening> => {
  const atMs = performance.now();
  const { socket, rest } = await openWebSocket(server.ports.stream, path);
  const opening: Opening = { stateMs: 0, acceptedMs: 0, pictureMs: 0, atMs };
  const { promise, resolve } = Promise.withResolvers<void>();
  const cutter = new MessageCutter((payload) => {
    const message = decodeStreamMessage(payload);
    const sinceMs = performance.now() - atMs;
    if (message?.header.kind === streamKinds.state) {
      opening.stateMs ||= sinceMs;
      if (isAccepted(message.body)) opening.acceptedMs ||= sinceMs;
      if (until === 'state') resolve();
    } else if (message?.header.kind === streamKinds.video) {
      opening.pictureMs ||= sinceMs;
      resolve();
    }
  });
  socket.on('data', (bytes: Buffer) => cutter.push(bytes));
  cutter.push(rest);
  const late = wait(PICTURE_WITHIN_MS).then(() => 'late' as const);
  if ((await Promise.race([promise, late])) === 'late') throw new Error(`nothing came within ${PICTURE_WITHIN_MS} ms`);
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
  return opening;
};

const idOf = (index: number): string => String(FIRST_PHONE + index);

const rowOf = (
  what: string,
  picturesMs: readonly number[],
  yardstick: string,
  yardstickMs: readonly number[],
  goal: number,
): Row => ({
  ...limitRow(
    `${what}, 95th percentile of ${picturesMs.length}`,
    { value: quantile(picturesMs, 0.95), unit: 'ms' },
    goal,
  ),
  yardstick: `${yardstick}, ${quantile(yardstickMs, 0.95).toPrecision(3)} ms; median ${median(picturesMs).toPrecision(3)} ms`,
  ratio: quantile(picturesMs, 0.95) / quantile(yardstickMs, 0.95),
});

/** One viewer keeps the stream flowing, others come and go; an offline device shows what the opening itself takes. */
const measureFlowing = async (server: ServerProcess): Promise<Row> => {
  const [flowing, offline] = [idOf(0), idOf(1)];
  const camera = await Camera.online(server.ports.jt808, { phone: flowing });
  const keeper = await openWebSocket(server.ports.stream, streamPath(flowing, 0, 40));
  keeper.socket.resume();
  await open(server, streamPath(flowing, 0, 40), 'picture');
  const pictures: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < TRIALS; i += 1) {
    pictures.push((await open(server, streamPath(flowing, i, 40), 'picture')).pictureMs);
    bare.push((await open(server, streamPath(offline, i, 40), 'state')).stateMs);
    await wait(BETWEEN_MS);
  }
  keeper.socket.destroy();
  camera.close();
  return rowOf(
    'first picture of a stream that flows',
    pictures,
    'the same opening of a device that is offline',
    bare,
    FLOWING_GOAL_MS,
  );
};

/** A device of its own for each trial: nothing is left of a stream before. The device's own time is taken off. */
const measureAsked = async (server: ServerProcess): Promise<Row> => {
  const pictures: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < ASKED_DEVICES; i += 1) {
    const phone = idOf(2 + i);
    const camera = await Camera.online(server.ports.jt808, { phone });
    const { pictureMs, acceptedMs } = await open(server, streamPath(phone, i, 40), 'picture');
    pictures.push(pictureMs - (camera.firstPictureMs - camera.askedMs));
    bare.push(acceptedMs);
    camera.close();
  }
  return rowOf(
    'first picture of a device that is asked',
    pictures,
    "until the device's answer without video",
    bare,
    ASKED_GOAL_MS,
  );
};

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = await ServerProcess.start(folder);
    try {
      await server.addViewers();
      await server.register(Array.from({ length: 2 + ASKED_DEVICES }, (_, i) => idOf(i)));
      return [await measureFlowing(server), await measureAsked(server)];
    } finally {
      await server.stop();
    }
  });

export const bench: Bench = {
  name: 'first picture',
  yardstick: 'the same sockets opened and the same messages exchanged without video',
  run,
};
