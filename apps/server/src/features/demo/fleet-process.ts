// Runs the simulator as a process of its own and starts it again when it falls over.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';

export type FleetProcessKit = { clock: Clock; log: Log; script: string; args: readonly string[] };

const RESTART_MS = 5000;
const LAST_WORDS = 1000;
const STOP_MS = 3000;
/** The pipe to a killed server ends: then the fleet ends too instead of driving on for nobody. */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent('process.stdin.on("end",()=>process.exit(0)).resume().unref?.()')}`;

export class FleetProcess {
  readonly #kit: FleetProcessKit;
  #child: ChildProcess | null = null;
  #restart: Timer | null = null;
  #closing = false;

  constructor(kit: FleetProcessKit) {
    this.#kit = kit;
    this.#start();
  }

  /** The process id, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  #start(): void {
    const { clock, log, script, args } = this.#kit;
    const child = spawn(process.execPath, ['--import', END_WITH_PARENT, script, ...args], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.#child = child;
    child.stdin?.on('error', () => undefined); // it ended: the exit below tells
    let lastWords = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = `${lastWords}${text}`.slice(-LAST_WORDS);
    });
    child.on('error', (err) => log.error('demo fleet cannot be started', { err }));
    child.on('exit', (code, signal) => {
      this.#child = null;
      if (this.#closing) return;
      log.warn('demo fleet ended, it starts again', { code, signal, lastWords });
      this.#restart = clock.after(RESTART_MS, () => this.#start());
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#restart?.cancel();
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const forced = this.#kit.clock.after(STOP_MS, () => child.kill('SIGKILL'));
    await ended;
    forced.cancel();
  }
}
