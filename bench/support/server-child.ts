// The server under test as a process of its own: whole, or as 'answer-only' with positions acknowledged and not stored, the
// yardstick of ingest. Tells its processor time over IPC and packs when it is told to, not every ten minutes.
import { type App, createApp } from '../../apps/server/src/app.ts';
import { systemClock } from '../../apps/server/src/adapters/system-clock/system-clock.ts';
import { Ingest, type IngestKit } from '../../apps/server/src/features/position/ingest.ts';
import type { Clock } from '../../apps/server/src/kernel/clock.ts';
import { createLog } from '../../apps/server/src/kernel/log.ts';
import { testConfig } from '../../integration/support/server.ts';
import { VIEWER_ACCOUNTS, VIEWER_HASH, viewerAccount } from './viewer-accounts.ts';
import { NOTHING_WATCHED, type Watched, watchThread } from './thread-watch.ts';
import { serve, type Usage, usage } from './worker-process.ts';

export type ServerAsk =
  | { kind: 'usage' }
  | { kind: 'pack' }
  | { kind: 'viewers' }
  | { kind: 'watch' }
  | { kind: 'watched' };
export type ServerTold = { usage: Usage; pack: undefined; viewers: undefined; watch: undefined; watched: Watched };
export type ServerHello = { ports: App['ports']; initialPassword: string | null };

const PACK_MS = 600_000;
/** As the server's own group commit: what is compared is storing, not another rhythm of answers. */
const ANSWER_MS = 40;

/** Whatever runs each ten minutes: packing is one of them. */
const everyTenMinutes: (() => void)[] = [];
const clock: Clock = {
  ...systemClock,
  every: (ms, action) => {
    if (ms === PACK_MS) everyTenMinutes.push(action);
    return systemClock.every(ms, action);
  },
};
const log = createLog('warn');
const [folder = '', kind = 'whole', consoleFolder = '', recordByDefault = 'off'] = process.argv.slice(2);

const start = (): Promise<App> =>
  createApp(
    testConfig(folder, {
      publicMetrics: true,
      linksPerAddress: 20_000,
      recordByDefault: recordByDefault === 'full' ? 'full' : 'off',
    }),
    {
      clock,
      log,
      ...(consoleFolder === '' ? {} : { consoleFolder }),
    },
  );

const addViewers = async (app: App): Promise<void> => {
  for (let i = 0; i < VIEWER_ACCOUNTS; i += 1)
    await app.users.add({
      name: viewerAccount(i),
      passwordHash: VIEWER_HASH,
      level: 0,
      rights: new Set(),
      expiresMs: null,
      groupIds: [],
    });
};

/**
 * Positions are answered in groups and told to everyone as after a commit, and nothing is judged, remembered or stored. Put into the
 * one class that stores, so that everything else is the same server.
 */
const answerWithoutStoring = (): void => {
  let group = Promise.withResolvers<void>();
  let waiting: (() => void)[] = [];
  const settle = (): void => {
    const publish = waiting;
    waiting = [];
    group.resolve();
    group = Promise.withResolvers<void>();
    for (const each of publish) each();
  };
  Ingest.prototype.store = function store(deviceKey, deviceId, positions) {
    const { bus }: IngestKit = Reflect.get(this, 'kit');
    if (waiting.length === 0) clock.after(ANSWER_MS, settle);
    for (const position of positions)
      waiting.push(() =>
        bus.publish('position.accepted', { deviceKey, deviceId, position, current: true, impossible: false }),
      );
    return group.promise;
  };
};

if (kind === 'answer-only') answerWithoutStoring();
const app = await start();
const hello: ServerHello = { ports: app.ports, initialPassword: app.initialPassword };
let endWatch: () => Watched = () => NOTHING_WATCHED;
serve<ServerAsk>(hello, (ask) => {
  switch (ask.kind) {
    case 'usage':
      return usage();
    case 'pack':
      return everyTenMinutes.forEach((action) => action());
    case 'viewers':
      return addViewers(app);
    case 'watch':
      endWatch = watchThread();
      return undefined;
    case 'watched':
      return endWatch();
  }
});
