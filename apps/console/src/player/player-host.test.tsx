// A worker that hangs is ended and another begins; time is the test's own.
import { expect, test } from 'vitest';
import type { Clock } from '../lib/time.ts';
import { FedElement } from './media-element.ts';
import { firstStatus } from './messages.ts';
import type { FromPlayer } from './messages.ts';
import { PlayerHost } from './player-host.ts';
import { PlayerSurface } from './player-surface.ts';
import { tileWords } from './tile-words.ts';

class FakeWorker extends EventTarget {
  ended = false;
  readonly heard: object[] = [];
  postMessage(message: object): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(message: FromPlayer): void {
    this.dispatchEvent(new MessageEvent('message', { data: message }));
  }
}

const setUp = () => {
  let nowMs = 1_000_000;
  const afters: { readonly ms: number; readonly run: () => void }[] = [];
  const clock: Clock = {
    now: () => nowMs,
    after: (ms, run) => {
      afters.push({ ms, run });
      return () => {};
    },
    every: () => () => {},
  };
  const workers: FakeWorker[] = [];
  const host: PlayerHost<object, FromPlayer> = new PlayerHost<object, FromPlayer>(
    {
      clock,
      stream: 'sub',
      surface: new PlayerSurface((element, onFailed) => new FedElement(element, onFailed)),
      makeWorker: () => {
        const worker = new FakeWorker();
        workers.push(worker);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a worker that is used
        return worker as unknown as Worker;
      },
    },
    { opening: () => ({}), message: (message) => host.take(message) },
  );
  host.start();
  const pass = (ms: number, stepMs = 200): void => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      nowMs += stepMs;
      host.tick(undefined);
    }
  };
  return { host, workers, afters, pass };
};

const word: FromPlayer = { kind: 'status', status: firstStatus('sub', 0) };

test('a worker that falls silent is ended, the tile says so, and another begins', () => {
  const { host, workers, afters, pass } = setUp();
  const [first] = workers;
  first?.say(word);
  pass(7000);
  expect(first?.ended).toBe(false);
  pass(2000);
  expect(first?.ended).toBe(true);
  expect(host.status.getState().phase).toBe('broken');
  afters.at(-1)?.run();
  expect(workers.length).toBe(2);
  host.close();
});

test('a worker whose script cannot be fetched fails without a word: the tile says that the player stopped', () => {
  const { host, workers, afters } = setUp();
  workers[0]?.dispatchEvent(new Event('error'));
  const status = host.status.getState();
  expect(tileWords(status, 1_000_000)).toMatchObject({ title: 'The player stopped' });
  expect(workers[0]?.ended).toBe(true);
  afters.at(-1)?.run();
  expect(workers.length).toBe(2);
  workers[1]?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  expect(host.status.getState().message).toBe('out of memory');
  host.close();
});

test('one that still loads, and one of a machine that slept, are left alone', () => {
  const { host, workers, pass } = setUp();
  const [first] = workers;
  pass(60_000);
  expect(first?.ended).toBe(false);
  first?.say(word);
  pass(3_600_000, 3_600_000);
  expect(first?.ended).toBe(false);
  host.close();
});

test('one that hangs when its tile is closed is ended all the same', () => {
  const { host, workers, afters } = setUp();
  const [first] = workers;
  first?.say(word);
  host.close();
  expect(first?.ended).toBe(false);
  for (const { ms, run } of afters) if (ms <= 1000) run();
  expect(first?.ended).toBe(true);
});

test('each canvas that a worker asks for comes with the number of its request', () => {
  Object.assign(HTMLCanvasElement.prototype, { transferControlToOffscreen: () => ({}) });
  const { host, workers } = setUp();
  const [worker] = workers;
  worker?.say({ kind: 'surface', of: 'canvas', id: 1 });
  worker?.say({ kind: 'surface', of: 'video' });
  worker?.say({ kind: 'surface', of: 'canvas', id: 2 });
  expect(worker?.heard.filter((message) => 'canvas' in message)).toMatchObject([{ id: 1 }, { id: 2 }]);
  Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  host.close();
});
