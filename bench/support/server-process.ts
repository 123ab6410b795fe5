// Starts the server of a benchmark in a process of its own and prepares it: accounts, registered devices. Measuring is elsewhere.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPasswordHash } from '../../apps/server/src/kernel/access/credentials.ts';
import { Channel } from '../../integration/support/operator.ts';
import { type Account, HOST } from '../../integration/support/server.ts';
import type { ServerAsk, ServerHello, ServerTold } from './server-child.ts';
import type { Watched } from './thread-watch.ts';
import { VIEWER_HASH, viewerAccount } from './viewer-accounts.ts';
import { type Usage, WorkerProcess } from './worker-process.ts';

const isHello = (value: unknown): value is ServerHello =>
  typeof value === 'object' && value !== null && 'ports' in value && 'initialPassword' in value;

export type ServerKind = 'whole' | 'answer-only';

const CHILD = join(import.meta.dirname, 'server-child.ts');
const CHANNELS = 4;
const REGISTERED_AT_ONCE = 100;

/** A folder of its own for `use`, gone afterwards. */
export const withFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export class ServerProcess {
  readonly ports: ServerHello['ports'];
  readonly admin: Account;
  private readonly process: WorkerProcess<ServerAsk, ServerTold>;

  private constructor(
    process: WorkerProcess<ServerAsk, ServerTold>,
    { ports, initialPassword }: ServerHello,
    admin?: Account,
  ) {
    this.process = process;
    this.ports = ports;
    this.admin = admin ?? { user: 'admin', hash: toPasswordHash(initialPassword ?? '') };
  }

  /**
   * `admin` is the account of an earlier start on the same folder; `consoleFolder` a built console to serve, '' for none; `record`:
   * every channel of every device is recorded.
   */
  static async start(
    folder: string,
    {
      kind = 'whole',
      admin,
      consoleFolder = '',
      record = false,
    }: { kind?: ServerKind; admin?: Account; consoleFolder?: string; record?: boolean } = {},
  ): Promise<ServerProcess> {
    const { process, hello } = await WorkerProcess.start<ServerAsk, ServerTold>(CHILD, [
      folder,
      kind,
      consoleFolder,
      record ? 'full' : 'off',
    ]);
    if (!isHello(hello)) throw new Error('the server did not say where it listens');
    return new ServerProcess(process, hello, admin);
  }

  usage(): Promise<Usage> {
    return this.process.ask({ kind: 'usage' });
  }

  /** Begins to look at the delay of its main thread and its memory; `watched` ends that. */
  watch(): Promise<undefined> {
    return this.process.ask({ kind: 'watch' });
  }

  watched(): Promise<Watched> {
    return this.process.ask({ kind: 'watched' });
  }

  /** Starts packing of what is in the journal; `metric('positions_packed')` tells how far it is. */
  pack(): Promise<undefined> {
    return this.process.ask({ kind: 'pack' });
  }

  /** Adds the accounts of `streamPath`; before them nobody may watch. */
  addViewers(): Promise<undefined> {
    return this.process.ask({ kind: 'viewers' });
  }

  async metric(name: string): Promise<number> {
    const response = await fetch(`http://${HOST}:${this.ports.http}/metrics`);
    const value = new RegExp(`^outrider_${name} (\\S+)$`, 'm').exec(await response.text())?.[1];
    if (value === undefined) throw new Error(`no metric ${name}`);
    return Number(value);
  }

  /** Adds the devices as an operator does. */
  async register(ids: readonly string[], channels = CHANNELS): Promise<void> {
    const channel = await Channel.signedIn(this);
    for (let from = 0; from < ids.length; from += REGISTERED_AT_ONCE) {
      const batch = ids.slice(from, from + REGISTERED_AT_ONCE);
      await Promise.all(batch.map((id) => channel.get('D01', { I: id, C: channels })));
      channel.lines.length = 0;
    }
    channel.close();
  }

  stop(): Promise<void> {
    return this.process.stop();
  }

  /** As a power cut ends it: nothing is written any more. */
  kill(): Promise<void> {
    return this.process.stop('SIGKILL');
  }
}

/** Processor time of a span in ms, and how long it took. */
export const spanOf = (before: Usage, after: Usage): { cpuMs: number; elapsedMs: number } => ({
  cpuMs: after.cpuMs - before.cpuMs,
  elapsedMs: after.atMs - before.atMs,
});

/** Where a viewer opens a stream. */
export const streamPath = (deviceId: string, viewer: number, delay: 40 | 120, channel = 1): string => {
  const user = encodeURIComponent(viewerAccount(viewer));
  return `/ws.cgi?deviceid=${deviceId}&channel=${channel}&delay=${delay}&u=${user}&p=${VIEWER_HASH}`;
};
