// The entry of a talk's worker: takes the commands connect, G726Encode, close and their like, and opens real sockets.
import { systemClock } from '../../lib/time.ts';
import type { FromTalkWorker, TalkCommand } from './messages.ts';
import { VoiceLine } from './worker/voice-line.ts';
import type { OpenTalkSocket } from './worker/voice-line.ts';

const open: OpenTalkSocket = (address, events) => {
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => events.open());
  socket.addEventListener('message', ({ data }) => {
    if (data instanceof ArrayBuffer) events.message(new Uint8Array(data));
  });
  socket.addEventListener('close', ({ reason }) => events.closed(reason));
  return socket;
};

const line = new VoiceLine({
  clock: systemClock,
  open,
  post: (message: FromTalkWorker, transfer: Transferable[] = []) => globalThis.postMessage(message, { transfer }),
  onEnd: () => globalThis.close(),
});

globalThis.addEventListener('message', ({ data }: MessageEvent<TalkCommand>) => line.take(data));
