// The entry of a recorded channel's worker: makes the clock, takes the page's messages, one session at a time.
import { steadyNow, systemClock } from '../lib/time.ts';
import type { FromRecorded, ToRecorded } from './recorded/messages.ts';
import { RecordedSession } from './worker/recorded-session.ts';

let session: RecordedSession | undefined;

const post = (message: FromRecorded, transfer: Transferable[] = []): void => {
  globalThis.postMessage(message, { transfer });
};

const take = (message: ToRecorded): void => {
  if (message.kind === 'open') {
    session?.close();
    session = new RecordedSession(systemClock, steadyNow, post, message);
  } else if (message.kind === 'close') {
    session?.close();
    session = undefined;
    globalThis.close();
  } else session?.take(message);
};

globalThis.addEventListener('message', ({ data }: MessageEvent<ToRecorded>) => take(data));
