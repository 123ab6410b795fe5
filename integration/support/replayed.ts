// Recordings of real recorders beside the project, and a simulated recorder that replays one faster than it was.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createVehicle } from '../../apps/simulator/src/index.ts';
import { readReplayFile } from '../../apps/simulator/src/media/replay-file.ts';
import { afterwards } from './cleanup.ts';
import { fastClock } from './fast-clock.ts';
import { type Json, asList } from './operator.ts';
import { HOST, type Server } from './server.ts';

export const RECORDINGS_FOLDER = join(import.meta.dirname, '../../../shared/data/jt1078');
const present = existsSync(join(RECORDINGS_FOLDER, 'expected.json'));
/** Why tests with them are left out; false: they are there. */
export const noRecordings = present ? false : 'the recordings of ../shared/data/jt1078 are not there';
/** What an independent parser found in each file. */
export const realRecordings = present
  ? asList(JSON.parse(readFileSync(join(RECORDINGS_FOLDER, 'expected.json'), 'utf8')))
  : [];

/** The device's time runs so many times faster: 106 seconds of video are over in five. */
const SPEED = 20;

/** The SIM number of the recorder in a recording. */
export const simOf = ({ sims }: Json): string => (Array.isArray(sims) ? String(sims[0]) : '');

/** Replays the recording in a loop until the test ends. */
export const replay = (t: TestContext, server: Pick<Server, 'ports'>, recording: Json): void => {
  const phone = simOf(recording);
  const file = readReplayFile(readFileSync(join(RECORDINGS_FOLDER, String(recording['file']))));
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone,
    edition: phone.length > 12 ? '2019' : '2013',
    clock: fastClock(SPEED),
    replay: { file, once: false, ownSim: false },
  });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
};
