// The thread that holds the named places and finds the nearest one.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createPlaceFinder } from '../nearest.ts';
import { decodePlaces } from '../places-file.ts';
import type { PlaceReply, PlaceRequest, PlacesStart } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');
const start: PlacesStart = workerData;
const find = createPlaceFinder(decodePlaces(readFileSync(start.path)));

port.on('message', ({ id, lat, lng, zoom }: PlaceRequest) => {
  port.postMessage({ id, name: find(lat, lng, zoom) } satisfies PlaceReply);
});
