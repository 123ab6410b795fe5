// A query that is given up or fails leaves nothing in the worker, and a worker that broke is followed by another.
import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { TrackReader } from './track-reader.ts';
import { TrackQuery, type TrackRequest } from './track-query.ts';

/** Answers each piece with no position, and says nothing where it is `silent`. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  static silent = false;
  readonly said: string[] = [];
  ended = false;

  constructor() {
    super();
    FakeWorker.made.push(this);
  }

  postMessage({ kind, id }: { kind: string; id?: number }): void {
    this.said.push(kind);
    if (FakeWorker.silent || kind !== 'add') return;
    const none = new Float64Array();
    const track = { timeMs: none, lat: none, lng: none, speedKmh: none, heading: none };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { kind: 'added', id, track } })));
  }

  terminate(): void {
    this.ended = true;
  }
}

const before = { Worker: globalThis.Worker, fetch: globalThis.fetch };
Object.assign(globalThis, { Worker: FakeWorker });
afterEach(() => {
  FakeWorker.made = [];
  FakeWorker.silent = false;
  globalThis.fetch = before.fetch;
});

const DAY_MS = 86_400_000;
const request: TrackRequest = {
  deviceId: 'TRK-1',
  days: { first: '2026-03-01', last: '2026-03-03' },
  span: { startMs: Date.UTC(2026, 2, 1), endMs: Date.UTC(2026, 2, 1) + 3 * DAY_MS - 1 },
};

/** Answers the first day; the others as `then` says. */
const query = (then: () => Promise<Response>) => {
  let asked = 0;
  globalThis.fetch = () => {
    asked += 1;
    return asked === 1 ? Promise.resolve(new Response('[]')) : then();
  };
  const reader = new TrackReader();
  const ended = Promise.withResolvers<unknown>();
  const made = new TrackQuery({ reader, maySeeEvents: () => false, onEnd: ended.resolve, onNoEvents: () => undefined });
  return { reader, query: made, ended: ended.promise };
};

it('days that came of a query that failed or was given up are forgotten', async () => {
  const failing = query(() => Promise.resolve(Response.json({ hasError: 1, message: 'no' }, { status: 500 })));
  failing.query.ask(request);
  assert.ok((await failing.ended) instanceof Error);
  assert.deepEqual(FakeWorker.made[0]?.said, ['add', 'clear']);

  const cut = Promise.withResolvers<void>();
  const hanging = query(() => {
    cut.resolve(Promise.resolve().then(() => hanging.query.cancel()));
    return Promise.withResolvers<Response>().promise;
  });
  hanging.query.ask(request);
  await cut.promise;
  assert.deepEqual(FakeWorker.made[1]?.said, ['add', 'clear']);
  assert.equal(hanging.query.state.getState().status, 'idle');
});

it('a track that is there stays when its growing is given up', async () => {
  const found = query(() => Promise.resolve(new Response('[]')));
  found.query.ask(request);
  assert.equal(await found.ended, 'empty');
  found.query.cancel();
  assert.deepEqual(FakeWorker.made[0]?.said, ['add', 'add', 'add']);
});

it('a worker whose code did not come answers nothing for ever: the next question goes to another', async () => {
  FakeWorker.silent = true;
  const reader = new TrackReader();
  const view = { west: 0, south: 0, east: 1, north: 1, zoom: 5 };
  const lines = reader.lines(view);
  FakeWorker.made[0]?.dispatchEvent(new Event('error'));
  await assert.rejects(lines, /cannot be read in this browser/);
  assert.equal(FakeWorker.made[0]?.ended, true);
  FakeWorker.silent = false;
  const track = await reader.add(new ArrayBuffer(0));
  assert.equal(track.timeMs.length, 0);
  FakeWorker.made[0]?.dispatchEvent(new Event('error'));
  assert.equal(FakeWorker.made[1]?.ended, false, 'the late word of one that ended is nothing of the next');
  reader.close();
});
