// The server under test as a process of its own: whole, or as 'answer-only' with positions acknowledged and not stored, the
// yardstick of ingest. Tells its processor time over IPC and packs when it is told to, not every ten minutes.
import { createApp, openAccounts } from '../../apps/server/src/app.ts';
import { systemClock } from '../../apps/server/src/adapters/system-clock/system-clock.ts';
import { deviceFeature } from '../../apps/server/src/features/device/index.ts';
import { createGateway, type PositionSink } from '../../apps/server/src/gateway/index.ts';
import type { Bus } from '../../apps/server/src/kernel/bus.ts';
import type { Clock } from '../../apps/server/src/kernel/clock.ts';
import { toPasswordHash } from '../../apps/server/src/kernel/credentials.ts';
import { createLog } from '../../apps/server/src/kernel/log.ts';
import { createTestAccess } from '../../apps/server/src/kernel/test-access.ts';
import { testConfig } from '../../integration/support/server.ts';
import { BENCH_PASSWORD, viewerAccount, VIEWER_ACCOUNTS, type ServerAsk, type ServerHello } from './server-process.ts';
import { serve, usage } from './worker-process.ts';

const PACK_MS = 600_000;
/** As the server's own group commit: what is compared is storing, not another rhythm of answers. */
const ANSWER_MS = 40;

let packNow = (): void => undefined;
const clock: Clock = {
  ...systemClock,
  every: (ms, action) => {
    if (ms === PACK_MS) packNow = action;
    return systemClock.every(ms, action);
  },
};
const log = createLog('warn');
const [folder = '', kind = 'whole'] = process.argv.slice(2);

const answer = (ask: ServerAsk): unknown => {
  if (ask.kind === 'pack') packNow();
  else return usage();
};

const startWhole = async (): Promise<ServerHello> => {
  const app = await createApp(testConfig(folder, { publicMetrics: true }), { clock, log });
  for (let i = 0; i < VIEWER_ACCOUNTS && app.initialPassword !== null; i += 1)
    await app.users.add({
      name: viewerAccount(i),
      passwordHash: toPasswordHash(BENCH_PASSWORD),
      level: 0,
      rights: new Set(),
      expiresMs: null,
      groupIds: [],
    });
  process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
  return { ports: app.ports, initialPassword: app.initialPassword };
};

/** Answers in groups and tells everyone, as the position feature does after its commit. */
const answeringSink = (bus: Bus): PositionSink => {
  let group = Promise.withResolvers<void>();
  let waiting: (() => void)[] = [];
  const settle = (): void => {
    group.resolve();
    for (const publish of waiting) publish();
    group = Promise.withResolvers<void>();
    waiting = [];
  };
  return {
    store: (deviceKey, deviceId, positions) => {
      if (waiting.length === 0) clock.after(ANSWER_MS, settle);
      for (const position of positions)
        waiting.push(() =>
          bus.publish('position.accepted', { deviceKey, deviceId, position, current: true, impossible: false }),
        );
      return group.promise;
    },
  };
};

const startAnswerOnly = async (): Promise<ServerHello> => {
  const { opened, bus } = await openAccounts(folder, { clock, log });
  const access = createTestAccess({});
  const policy = { newDevices: 'registered-only', acceptAnyCode: false } as const;
  const devices = await deviceFeature({ db: opened.db, bus, clock, log, access, policy });
  const gateway = await createGateway({
    clock,
    bus,
    log,
    config: testConfig(folder),
    directory: devices.terminals,
    positions: answeringSink(bus),
    refusals: { add: ({ reason, detail }) => log.warn('refused', { reason, detail }) },
  });
  return { ports: { ...gateway.ports, http: 0, command: 0, stream: 0 }, initialPassword: null };
};

const hello = await (kind === 'answer-only' ? startAnswerOnly() : startWhole());
serve(hello, answer);
