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
  const done = (id: number, name: string, answer: unknown): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of the function of this name
    port.postMessage({ id, answer, fault: null }, giving.get(name)?.(answer as never) ?? []);
  };
  const failed = (id: number, error: unknown): void => port.postMessage({ id, answer: null, fault: faultOf(error) });
  const settle = async (id: number, name: string, answer: Promise<unknown>): Promise<void> => {
    try {
      done(id, name, await answer);
    } catch (error) {
      failed(id, error);
    }
  };
  const answer = ({ id, name, args }: CallMessage): void => {
    try {
      const found = functions.get(name)?.(...args);
      if (found instanceof Promise) void settle(id, name, found); // reports its own failures
      else done(id, name, found);
    } catch (error) {
      failed(id, error);
    }
  };
  port.on('message', answer);
  return port;
};
