// What the software decoder needs of its worker: the fetched decoder, pictures, a turn behind the messages that wait, and time.
import { steadyNow } from '../../../lib/time.ts';
import { pictureOf } from '../picture.ts';
import { openEngine } from './load-engine.ts';
import type { SoftwareKit } from './software-decoder.ts';

/** Lives as long as the worker. A message to oneself comes behind those that wait; a timer of 0 ms would come 4 ms late. */
export const softwareKit = (): SoftwareKit => {
  const { port1, port2 } = new MessageChannel();
  const runs: (() => void)[] = [];
  port1.addEventListener('message', () => runs.shift()?.());
  port1.start();
  const later = (run: () => void): void => {
    runs.push(run);
    port2.postMessage(undefined);
  };
  return { open: openEngine, picture: pictureOf, later, nowMs: steadyNow };
};
