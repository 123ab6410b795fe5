// Starts the server as a child process and holds what a test needs of it: ports, account, memory, its log, its end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import type { App } from '../../apps/server/src/app.ts';
import { toPasswordHash } from '../../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './cleanup.ts';
import { asJson, httpCall } from './operator.ts';
import type { Account } from './server.ts';
import { until } from './until.ts';

const CHILD = join(import.meta.dirname, 'server-child.ts');

type Hello = { ports: App['ports']; initialPassword: string | null };
const isHello = (message: unknown): message is Hello =>
  typeof message === 'object' && message !== null && 'ports' in message && 'initialPassword' in message;

/** Resolves when the process is gone. */
const endChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};

export class ServerProcess {
  readonly ports: App['ports'];
  readonly admin: Account;
  readonly child: ChildProcess;
  /** Lines of its log at warn and above. */
  readonly lines: string[];

  private constructor(child: ChildProcess, { ports }: Hello, admin: Account, lines: string[]) {
    this.child = child;
    this.ports = ports;
    this.admin = admin;
    this.lines = lines;
  }

  /** Starts on a data folder. `admin` is the account of an earlier start on the same folder, `ports` those that devices know already. */
  static async start(
    t: TestContext,
    data: string,
    {
      admin,
      packsOften = false,
      forgetsSoon = false,
      record = false,
      ports,
    }: {
      admin?: Account;
      packsOften?: boolean;
      forgetsSoon?: boolean;
      record?: boolean;
      ports?: Pick<App['ports'], 'jt808' | 'stream'>;
    } = {},
  ): Promise<ServerProcess> {
    const haste = packsOften ? 'packs-often' : forgetsSoon ? 'forgets-soon' : '';
    const args = [
      '--disable-warning=ExperimentalWarning',
      CHILD,
      data,
      haste,
      record ? 'record' : '',
      ...(ports === undefined ? [] : [String(ports.jt808), String(ports.stream)]),
    ];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    afterwards(t, () => endChild(child));
    const lines: string[] = [];
    if (child.stderr) createInterface(child.stderr).on('line', (line) => lines.push(line));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the server did not start:\n${lines.join('\n')}`);
    });
    const [hello]: unknown[] = await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined); // it may end as it likes from here on
    if (!isHello(hello)) throw new Error('the server said something else than where it listens');
    const account = admin ?? { user: 'admin', hash: toPasswordHash(hello.initialPassword ?? '') };
    return new ServerProcess(child, hello, account, lines);
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it logged as its own mistakes. */
  errors(): string[] {
    return this.lines.filter((line) => line.includes('"level":"error"') || !line.startsWith('{'));
  }

  /** Resident memory in bytes. */
  async memory(): Promise<number> {
    return this.metric('process_resident_memory_bytes');
  }

  /** Until so little is resident: what a flood left as garbage goes when the process finds the time, what it holds on to stays. */
  async untilMemoryBelow(bytes: number): Promise<void> {
    await until(`at most ${bytes} bytes resident`, async () => (await this.memory()) < bytes);
  }

  async metric(name: string): Promise<number> {
    const { body } = await httpCall(this.ports.http, 'GET', '/metrics', { account: this.admin });
    const value = new RegExp(`^outrider_${name} (\\S+)$`, 'm').exec(String(body))?.[1];
    if (value === undefined) throw new Error(`no metric ${name}`);
    return Number(value);
  }

  async isReady(): Promise<boolean> {
    const { body } = await httpCall(this.ports.http, 'GET', '/ready');
    return asJson(body)['status'] === 'ready';
  }

  /** SIGTERM, and everything is closed. */
  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }

  /** SIGKILL: nothing can be finished. */
  async kill(): Promise<void> {
    await endChild(this.child);
  }
}
