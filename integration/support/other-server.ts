// Another server over the database of one that runs, as far as it admits recorders.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { MAIN_DATABASE } from '../../apps/server/src/app.ts';
import type { Admission, TerminalRequest } from '../../apps/server/src/gateway/index.ts';
import { afterwards } from './cleanup.ts';
import type { OtherServerAsk } from './other-server-child.ts';

const CHILD = join(import.meta.dirname, 'other-server-child.ts');

type Told = { id: number; admissions?: Admission[]; error?: string };
const isTold = (message: unknown): message is Told =>
  typeof message === 'object' && message !== null && 'id' in message;

export class OtherServer {
  readonly #child: ChildProcess;
  #lastId = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Knows what is stored by then. Ends with the test. */
  static async start(t: TestContext, data: string): Promise<OtherServer> {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const child = fork(CHILD, [join(data, MAIN_DATABASE)], { execArgv, serialization: 'advanced' });
    afterwards(t, async () => {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the other server did not start')));
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined); // it may end as it likes from here on
    return new OtherServer(child);
  }

  /** All of them at once, as they come on many links. */
  async admit(requests: TerminalRequest[]): Promise<Admission[]> {
    const id = ++this.#lastId;
    const answer = new Promise<Told>((resolve) => {
      const hear = (message: unknown): void => {
        if (!isTold(message) || message.id !== id) return;
        this.#child.off('message', hear);
        resolve(message);
      };
      this.#child.on('message', hear);
    });
    const ask: OtherServerAsk = { id, requests };
    this.#child.send(ask);
    const { admissions, error } = await answer;
    if (admissions === undefined) throw new Error(error);
    return admissions;
  }
}
