// For the machines that watch the server: alive, ready, and its counters in Prometheus text.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/access/access.ts';
import { assertMay } from '../../kernel/access/authorise.ts';
import { failedAccepts } from '../../kernel/web/listen.ts';
import { type ReadyKit, createReadyLook } from './ready.ts';

export { type DataFolderWatch, watchDataFolder } from './data-folder-watch.ts';
export { findTrouble, folderTrouble, freeBytes, LOW_SPACE_BYTES, type Trouble } from './trouble.ts';

export type HealthKit = ReadyKit & {
  app: FastifyInstance;
  /** What an administrator should see to although the server does its work, or null. */
  warning: () => string | null;
  /** The counters of every room. */
  metrics: () => Record<string, number>;
  authenticate: (request: FastifyRequest) => Promise<Caller>;
  publicMetrics: boolean;
};

/** For anybody who asks; administrators read which and why on 'Connect a recorder'. */
const WARNING = 'Recordings cannot be written to one of their folders, or wait for the database.';

const MICROSECONDS = 1e6;
const NANOSECONDS = 1e9;

const processMetrics = (delay: ReturnType<typeof monitorEventLoopDelay>): Record<string, number> => {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const metrics = {
    process_cpu_seconds_total: (user + system) / MICROSECONDS,
    process_resident_memory_bytes: rss,
    process_heap_used_bytes: heapUsed,
    process_uptime_seconds: Math.floor(process.uptime()),
    event_loop_delay_p99_seconds: delay.percentile(99) / NANOSECONDS,
    accepts_failed_total: failedAccepts(),
  };
  delay.reset();
  return metrics;
};

/** Prometheus text format 0.0.4: what ends in _total is a counter, the rest are gauges. */
export const prometheusText = (metrics: Record<string, number>): string =>
  Object.entries(metrics)
    .filter(([, value]) => Number.isFinite(value))
    .map(([name, value]) => {
      const full = `outrider_${name}`;
      return `# TYPE ${full} ${name.endsWith('_total') ? 'counter' : 'gauge'}\n${full} ${value}\n`;
    })
    .join('');

export type HealthFeature = {
  /** What /ready finds, in words for administrators; null: all is well. After five seconds at the latest, also when the disk hangs. */
  trouble(): Promise<string | null>;
  close(): void;
};

/** Adds /health, /ready and /metrics. The last needs level 0 (bearer or basic) unless it is public. */
export const healthFeature = ({
  app,
  warning,
  metrics,
  authenticate,
  publicMetrics,
  ...kit
}: HealthKit): HealthFeature => {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.get('/health', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  const ready = createReadyLook(kit);
  app.get('/ready', async (_request, reply) => {
    const why = await ready.find();
    reply.header('cache-control', 'no-store').code(why === null ? 200 : 503);
    if (why !== null) return reply.send({ status: 'not ready', reason: why.told });
    return reply.send({ status: 'ready', ...(warning() !== null && { warning: WARNING }) });
  });
  app.get('/metrics', async (request, reply) => {
    if (!publicMetrics) assertMay(await authenticate(request), 'admin');
    reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
    return reply.send(prometheusText({ ...metrics(), ...processMetrics(delay) }));
  });
  return {
    trouble: async () => (await ready.find())?.text ?? null,
    close: () => {
      ready.close();
      delay.disable();
    },
  };
};
