// The server as a process of its own, so that it can be killed, starved and measured. Told what to be by its first argument, it
// says over IPC where it listens. It ends with the process that started it.
import { createApp } from '../../apps/server/src/app.ts';
import { createLog } from '../../apps/server/src/kernel/log.ts';
import { testConfig } from './server.ts';

const app = await createApp(testConfig(process.argv[2] ?? ''), { log: createLog('warn') });
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => {
  void app.close().then(() => process.exit(0)); // a failed close ends the process with its stack
});
process.send?.({ ports: app.ports, initialPassword: app.initialPassword });
