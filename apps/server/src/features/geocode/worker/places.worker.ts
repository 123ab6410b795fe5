// The thread that holds the named places and finds the nearest one.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { createPlaceFinder } from '../nearest.ts';
import { decodePlaces } from '../places-file.ts';

export type PlacesStart = { path: string };
const start: PlacesStart = workerData;

const calls = { find: createPlaceFinder(decodePlaces(readFileSync(start.path))) };
export type PlacesCalls = typeof calls;
serveCalls(parentPort, calls);
