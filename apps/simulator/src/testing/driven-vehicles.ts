// What tests of a vehicle over a real socket stand on: a platform that does what it is told, a clock that moves only when told, a folder for
// what the vehicle keeps. All of it is new for each test of the file that asks for it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach } from 'node:test';
import { ManualClock } from '../clock.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import type { VehicleOptions } from '../vehicle/options.ts';
import { createVehicle, type Vehicle } from '../vehicle/vehicle.ts';
import { ScriptedPlatform } from './scripted-platform.ts';

const network = loadRoadNetwork();

/** `name`: of its folders. Ends every vehicle that it made. */
export const drivenVehicles = (name: string, startMs: number) => {
  const made = { platform: new ScriptedPlatform(), port: 0, clock: new ManualClock(startMs), folder: '' };
  const running: Vehicle[] = [];
  beforeEach(async () => {
    const platform = new ScriptedPlatform();
    const port = await platform.listen();
    const folder = mkdtempSync(`${tmpdir()}/${name}-`);
    Object.assign(made, { platform, port, clock: new ManualClock(startMs), folder });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((vehicle) => vehicle.stop()));
    made.platform.close();
    rmSync(made.folder, { recursive: true });
  });
  return {
    made,
    /** Ended after the test. */
    running,
    /** Online; reports once a day, and waits for answers as long as no test lets pass. */
    online: async (options: Partial<VehicleOptions> = {}): Promise<Vehicle> => {
      const vehicle = createVehicle({
        host: '127.0.0.1',
        port: made.port,
        clips: null,
        network,
        clock: made.clock,
        intervalMs: 86_400_000,
        heartbeatMs: 3_600_000,
        answerTimeoutMs: 600_000,
        stateFile: `${made.folder}/vehicle.json`,
        ...options,
      });
      running.push(vehicle);
      vehicle.start();
      await vehicle.whenOnline();
      return vehicle;
    },
  };
};
