// The entry of a player's worker: makes the clock, takes the page's messages, one session at a time.
import { systemClock } from '../lib/time.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { PlayerSession } from './worker/session.ts';
import { takeShared } from './worker/shared-orders.ts';

let session: PlayerSession | undefined;

const post = (message: FromWorker, transfer: Transferable[] = []): void => {
  globalThis.postMessage(message, { transfer });
};

const take = (message: ToWorker): void => {
  switch (message.kind) {
    case 'open':
      session?.close();
      session = new PlayerSession(systemClock, post, message);
      break;
    case 'choose':
      session?.choose(message.stream);
      break;
    case 'shown':
      session?.shown(message.currentTime, message.behind, message.dropped);
      break;
    case 'visible':
    case 'sound':
    case 'snapshot':
    case 'element-failed':
    case 'allow':
    case 'canvas':
      takeShared(session, message);
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

globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => take(data));
