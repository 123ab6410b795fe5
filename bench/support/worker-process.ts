// A process of a benchmark: started with arguments, asked over IPC, ended with the benchmark. What it does is its own file.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const AS_THE_ENTRY = join(import.meta.dirname, 'as-the-entry.mjs');

/** Everything asked over IPC has a number, so that answers find their question. */
export type Question<Ask> = { id: number; ask: Ask };
type Answer = { id: number; value?: unknown; error?: string };
type Hello = { hello: unknown };

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'id' in message;
const isHello = (message: unknown): message is Hello =>
  typeof message === 'object' && message !== null && 'hello' in message;

/** `Ask` is what may be asked, a tagged union; `Told` gives the answer to each kind. */
export class WorkerProcess<Ask extends { kind: string }, Told extends { [K in Ask['kind']]: unknown }> {
  readonly child: ChildProcess;
  private readonly waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  private nextId = 1;

  private constructor(child: ChildProcess) {
    this.child = child;
    child.on('message', (message: unknown) => {
      if (!isAnswer(message)) return;
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error === undefined) waiting?.resolve(message.value);
      else waiting?.reject(new Error(message.error));
    });
    child.once('exit', (code) => {
      for (const { reject } of this.waiting.values())
        reject(new Error(`a process of the benchmark ended with ${code}`));
    });
  }

  /** Starts `script` and waits for its hello, which is handed on as it came. */
  static async start<Ask extends { kind: string }, Told extends { [K in Ask['kind']]: unknown }>(
    script: string,
    args: readonly string[] = [],
  ): Promise<{ process: WorkerProcess<Ask, Told>; hello: unknown }> {
    const options = (process.env['OUTRIDER_BENCH_NODE_OPTIONS'] ?? '').split(' ').filter((word) => word !== '');
    const child = fork(script, [...args], {
      execArgv: ['--disable-warning=ExperimentalWarning', '--import', AS_THE_ENTRY, ...options],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${script} ended with ${String(code)} before it was ready`);
    });
    const [message]: unknown[] = await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined); // from here on its end is asked for
    if (!isHello(message)) throw new Error(`${script} said something else than hello`);
    return { process: new WorkerProcess<Ask, Told>(child), hello: message.hello };
  }

  ask<K extends Ask['kind']>(ask: Extract<Ask, { kind: K }>): Promise<Told[K]> {
    const id = this.nextId++;
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.child.send({ id, ask });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both ends are typed by the same union; IPC forgets it
    return answer as Promise<Told[K]>;
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }
}

/** The other end: says hello, then answers each question with what `answer` gives. Ends with the process that asked. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- how a child says what it may be asked; IPC forgets it
export const serve = <Ask>(hello: unknown, answer: (ask: Ask) => unknown): void => {
  process.on('message', (question: Question<Ask>) => {
    Promise.resolve()
      .then(() => answer(question.ask))
      .then(
        (value) => process.send?.({ id: question.id, value }),
        (error: unknown) => process.send?.({ id: question.id, error: String(error) }),
      );
  });
  process.once('disconnect', () => process.exit(0));
  process.once('SIGTERM', () => process.exit(0));
  process.send?.({ hello });
};

/** Processor time of this process with all its threads in milliseconds, and its resident memory in bytes. */
export type Usage = { cpuMs: number; rssBytes: number; atMs: number };

export const usage = (): Usage => {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss(), atMs: performance.now() };
};
