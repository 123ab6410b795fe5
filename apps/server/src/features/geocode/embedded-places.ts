// The embedded places: asks the thread that holds them.
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { WorkerCalls } from '../../kernel/work/worker-calls.ts';
import type { PlaceSource } from './source.ts';
import type { PlacesCalls, PlacesStart } from './worker/places.worker.ts';

const MAX_WAITING = 2000;

/** Places of the file at this path. */
export const createEmbeddedPlaces = (path: string, log: Log): PlaceSource => {
  const workerData: PlacesStart = { path };
  const calls = new WorkerCalls<PlacesCalls>({
    log,
    what: 'places',
    start: () => new Worker(new URL('./worker/places.worker.ts', import.meta.url), { workerData }),
    most: { calls: MAX_WAITING, text: 'Too many places are asked for at once. Try again.' },
    failed: ({ text }) => new AppError('unavailable', `Places cannot be looked up: ${text}.`),
  });
  return {
    kind: 'embedded',
    trouble: async () => (existsSync(path) ? '' : 'The file of places is missing.'),
    find: ({ lat, lng, zoom }, signal) => calls.call('find', [lat, lng, zoom], { signal }),
    search: (word, signal) => calls.call('search', [word], { signal }),
    close: () => calls.close(),
  };
};
