// The side of a thread that answers the calls of worker-calls.ts. Each call is begun as it comes; what must not run beside another is for
// the thread to put in a row.
import type { MessagePort, Transferable } from 'node:worker_threads';
import type { Answered, Answers, CallMessage, Fault } from './worker-calls.ts';

/** What of an answer is given away instead of copied. */
type Transfers<A> = { [N in keyof A]?: (answer: Answered<A, N>) => Transferable[] };

const faultOf = (thrown: unknown): Fault => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { text: error.message, code, died: false };
};

/**
 * Answers calls at the port, `parentPort` in a thread, which is handed back. A function that throws fails its call, with the `code` of
 * the error; the thread goes on.
 */
export const serveCalls = <A extends Answers<A>>(
  port: MessagePort | null,
  answers: A,
  transfers: Transfers<A> = {},
): MessagePort => {
  if (port === null) throw new Error('runs as a worker thread only');
  const functions = new Map<string, (...args: never[]) => unknown>(Object.entries(answers));
  const giving = new Map<string, (answer: never) => Transferable[]>(Object.entries(transfers));
  const answer = ({ id, name, args }: CallMessage): void => {
    const done = (found: unknown): void => {
      const given = giving.get(name);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of the function of this name
      port.postMessage({ id, answer: found, fault: null }, given?.(found as never) ?? []);
    };
    const failed = (error: unknown): void => port.postMessage({ id, answer: null, fault: faultOf(error) });
    try {
      const found = functions.get(name)?.(...args);
      if (found instanceof Promise) found.then(done).catch(failed);
      else done(found);
    } catch (error) {
      failed(error);
    }
  };
  port.on('message', answer);
  return port;
};
