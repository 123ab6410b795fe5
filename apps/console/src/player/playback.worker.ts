// The entry of a recorded channel's worker: makes the clock, takes the page's messages, one session at a time.
import { steadyNow, systemClock } from '../lib/time.ts';
import type { FromRecorded, ToRecorded } from './recorded/messages.ts';
import { RecordedSession } from './worker/recorded-session.ts';
import { takeShared } from './worker/shared-orders.ts';

let session: RecordedSession | undefined;

const post = (message: FromRecorded, transfer: Transferable[] = []): void => {
  globalThis.postMessage(message, { transfer });
};

const take = (message: ToRecorded): void => {
  switch (message.kind) {
    case 'open':
      session?.close();
      session = new RecordedSession(systemClock, steadyNow, post, message);
      break;
    case 'clock':
      session?.setClock(message.clock, message.speed);
      break;
    case 'seek':
      session?.seek(message);
      break;
    case 'reopen':
      session?.reopen(message.addresses);
      break;
    case 'shown':
      session?.shown(message.currentTime, message.dropped);
      break;
    case 'visible':
    case 'sound':
    case 'snapshot':
    case 'element-failed':
    case 'allow':
    case 'canvas':
      takeShared(session, message);
      break;
    case 'drawn':
      session?.tellDrawn(message.id);
      break;
    case 'close':
      session?.close();
      session = undefined;
      globalThis.close();
      break;
    default:
      message satisfies never;
  }
};

globalThis.addEventListener('message', ({ data }: MessageEvent<ToRecorded>) => take(data));
