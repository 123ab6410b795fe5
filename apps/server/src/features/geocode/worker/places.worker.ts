// The thread that holds the named places, and finds the nearest one and those of a name.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { createPlaceFinder } from '../nearest.ts';
import { createPlaceSearch } from '../place-search.ts';
import { decodePlaces } from '../places-file.ts';

export type PlacesStart = { path: string };
const start: PlacesStart = workerData;

const places = decodePlaces(readFileSync(start.path));
const calls = { find: createPlaceFinder(places), search: createPlaceSearch(places) };
export type PlacesCalls = typeof calls;
serveCalls(parentPort, calls);
