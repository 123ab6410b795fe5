// The server as a process of its own, so that it can be killed, starved and measured. Told its data folder by its first argument,
// it says over IPC where it listens. It ends with the process that started it.
import { systemClock } from '../../apps/server/src/adapters/system-clock/system-clock.ts';
import { createApp } from '../../apps/server/src/app.ts';
import type { Clock } from '../../apps/server/src/kernel/clock.ts';
import { createLog } from '../../apps/server/src/kernel/log.ts';
import { testConfig } from './server.ts';
import { leapingClock } from './steady.ts';

const PACK_MS = 600_000;
const HASTY_MS = 100;
/** The ten minutes between two packings of tracks are over in no time, so that a kill meets one; those before the first are over at once. */
const hastyClock: Clock = {
  ...systemClock,
  every: (ms, action) => {
    if (ms !== PACK_MS) return systemClock.every(ms, action);
    action();
    return systemClock.every(HASTY_MS, action);
  },
};

const [folder = '', haste, record, jt808Port = '0', streamPort = '0'] = process.argv.slice(2);
const leaping = haste === 'forgets-soon' ? leapingClock() : undefined;
const clock = leaping ?? (haste === 'packs-often' ? hastyClock : systemClock);
const app = await createApp(
  testConfig(folder, {
    recordReserve: 0,
    recordByDefault: record === 'record' ? 'full' : 'off',
    jt808Port: Number(jt808Port),
    streamPort: Number(streamPort),
  }),
  { log: createLog('warn'), clock },
);
leaping?.believe();
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => {
  void app.close().then(() => process.exit(0)); // a failed close ends the process with its stack
});
process.send?.({ ports: app.ports, initialPassword: app.initialPassword });
