// The devices of another server over the database of one that runs, in a process of its own: admits what it is asked to over IPC.
import { join } from 'node:path';
import { createLocalBus } from '../../apps/server/src/adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../apps/server/src/adapters/sqlite/sqlite.ts';
import { systemClock } from '../../apps/server/src/adapters/system-clock/system-clock.ts';
import { openRegistry } from '../../apps/server/src/features/device/index.ts';
import type { TerminalRequest } from '../../apps/server/src/gateway/index.ts';
import { silentLog } from '../../apps/server/src/kernel/log.ts';

export type OtherServerAsk = { id: number; requests: TerminalRequest[] };

const opened = openSqlite(process.argv[2] ?? '', join(import.meta.dirname, '../../apps/server/migrations'));
const { directory } = await openRegistry({
  db: opened.db,
  bus: createLocalBus(silentLog),
  clock: systemClock,
  log: silentLog,
  policy: { newDevices: 'accept-new', acceptAnyCode: false, reRegistration: 'same-terminal' },
  synced: () => opened.synced(),
});

process.on('message', ({ id, requests }: OtherServerAsk) => {
  Promise.all(requests.map((request) => directory.admit(request))).then(
    (admissions) => process.send?.({ id, admissions }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ id: 0, admissions: [] });
