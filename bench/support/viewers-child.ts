// A crowd of viewers in a process of its own. All of them read everything; a few also look whether a frame is missing and how old
// each one is when it arrives.
import type { Socket } from 'node:net';
import { decodeStreamMessage, streamFlags, streamKinds } from '@outrider/contract';
import { serve } from './worker-process.ts';
import { MessageCutter, openWebSocket } from './web-socket-reader.ts';

export type ViewersAsk =
  | { kind: 'open'; port: number; paths: readonly string[]; watchers: number }
  | { kind: 'look' }
  | { kind: 'close' };
/** Of the frames since the last look: how many a watcher saw and missed, and their ages in ms. Bytes are those of all viewers. */
export type ViewersTold = {
  open: undefined;
  look: { frames: number; missing: number; agesMs: number[]; bytes: number; open: number };
  close: undefined;
};

const OPENED_AT_ONCE = 20;

let sockets: Socket[] = [];
let seen = { frames: 0, missing: 0, agesMs: [] as number[], bytes: 0 };

const watch = (): MessageCutter => {
  let last: number | null = null;
  return new MessageCutter((payload) => {
    const header = decodeStreamMessage(payload)?.header;
    if (header?.kind !== streamKinds.video) return;
    if (last !== null) seen.missing += header.sequence - last - 1;
    last = header.sequence;
    seen.frames += 1;
    if ((header.flags & streamFlags.replay) === 0) seen.agesMs.push(Date.now() - header.captureMs);
  });
};

const view = async (port: number, path: string, watching: boolean): Promise<void> => {
  const { socket, rest } = await openWebSocket(port, path);
  sockets.push(socket);
  const cutter = watching ? watch() : undefined;
  cutter?.push(rest);
  socket.on('data', (bytes: Buffer) => {
    seen.bytes += bytes.length;
    cutter?.push(bytes);
  });
};

const open = async ({ port, paths, watchers }: Extract<ViewersAsk, { kind: 'open' }>): Promise<void> => {
  for (let from = 0; from < paths.length; from += OPENED_AT_ONCE) {
    const batch = paths.slice(from, from + OPENED_AT_ONCE);
    await Promise.all(batch.map((path, i) => view(port, path, from + i < watchers)));
  }
};

const look = (): ViewersTold['look'] => {
  const told = { ...seen, open: sockets.filter((socket) => !socket.destroyed).length };
  seen = { frames: 0, missing: 0, agesMs: [], bytes: 0 };
  return told;
};

serve<ViewersAsk>({}, (ask) => {
  switch (ask.kind) {
    case 'open':
      return open(ask);
    case 'look':
      return look();
    case 'close':
      for (const socket of sockets) socket.destroy();
      sockets = [];
      return undefined;
  }
});
