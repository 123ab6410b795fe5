// A thread for worker-calls.test.ts: answers, fails, dies and counts its life.
import { parentPort } from 'node:worker_threads';
import { serveCalls } from './serve-calls.ts';

let calls = 0;
let last = new Uint8Array(0);
const answers = {
  add(a: number, b: number): number {
    calls += 1;
    return a + b;
  },
  async later(text: string, ms: number): Promise<string> {
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
    return text;
  },
  refuse(code: string): never {
    throw Object.assign(new Error('I will not'), { code });
  },
  calls: (): number => calls,
  reversed(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    last = bytes.toReversed();
    return last;
  },
  left: (): number => last.length,
  hang(): never {
    for (;;);
  },
  die(): void {
    setImmediate(() => {
      throw new Error('no more');
    });
  },
  close: (): void => port.close(),
};
export type TestCalls = typeof answers;
const port = serveCalls(parentPort, answers, { reversed: ({ buffer }) => [buffer] });
