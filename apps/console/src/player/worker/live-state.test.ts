// When a tile plays, waits, reconnects and gives up: the specification's player rules with a clock of the test's own.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { StreamState } from '@outrider/contract';
import { ATTEMPT_GAP_MS, initialLive, RECONNECT_AFTER_MS, SILENT_AFTER_MS, stepLive } from './live-state.ts';
import type { LiveInput, LiveState } from './live-state.ts';

/** A tile whose inputs come at told times; `reopened` counts the new attempts. */
const tile = () => {
  let state = initialLive(0);
  const reopened: number[] = [];
  const give = (input: LiveInput, atMs: number): LiveState => {
    const step = stepLive(state, input, atMs);
    state = step.state;
    if (step.reopen) reopened.push(atMs);
    return state;
  };
  const tickUntil = (fromMs: number, toMs: number): LiveState => {
    for (let at = fromMs; at <= toMs; at += 200) give({ kind: 'tick' }, at);
    return state;
  };
  return { give, tickUntil, reopened, state: () => state };
};
const told = (state: StreamState['state'], more: Partial<StreamState> = {}): LiveInput => ({
  kind: 'told',
  state: { state, stream: 'sub', message: '', sinceMs: 0, ...more },
});

it('keeps the times of the specification', () =>
  assert.deepEqual([SILENT_AFTER_MS, RECONNECT_AFTER_MS, ATTEMPT_GAP_MS], [5000, 10_000, 15_000]));

it('plays with the first picture, not with the words of the server', () => {
  const { give } = tile();
  assert.equal(give(told('playing'), 100).phase, 'connecting');
  assert.equal(give({ kind: 'picture' }, 200).phase, 'playing');
});

it('is not playing any more after five seconds without data, and says since when', () => {
  const { give, tickUntil, reopened } = tile();
  give({ kind: 'picture' }, 1000);
  assert.equal(tickUntil(1200, 1000 + SILENT_AFTER_MS).phase, 'playing');
  const silent = tickUntil(1000 + SILENT_AFTER_MS + 200, 1000 + SILENT_AFTER_MS + 200);
  assert.deepEqual([silent.phase, silent.sinceMs, silent.hasPicture], ['reconnecting', 1000, true]);
  assert.deepEqual(reopened, []);
});

it('connects again after ten seconds of silence, never within fifteen of the last attempt', () => {
  const { give, tickUntil, reopened } = tile();
  give({ kind: 'picture' }, 1000);
  tickUntil(1200, 60_000);
  const [first = 0, second = 0] = reopened;
  assert.ok(first > 1000 + RECONNECT_AFTER_MS && first >= ATTEMPT_GAP_MS, `first at ${first}`);
  assert.ok(first <= ATTEMPT_GAP_MS + 400, `first at ${first}`);
  assert.ok(second - first >= ATTEMPT_GAP_MS, `second ${second - first} after the first`);
});

it('ten seconds of silence are not over at the tenth', () => {
  const { give, reopened } = tile();
  const pictureMs = ATTEMPT_GAP_MS + 5000;
  give({ kind: 'picture' }, pictureMs);
  give({ kind: 'tick' }, pictureMs + RECONNECT_AFTER_MS);
  assert.deepEqual(reopened, []);
  give({ kind: 'tick' }, pictureMs + RECONNECT_AFTER_MS + 1);
  assert.deepEqual(reopened, [pictureMs + RECONNECT_AFTER_MS + 1]);
});

it('lets the server wait for its device: a reason it gave is no silence', () => {
  const { give, tickUntil, reopened } = tile();
  give(told('offline', { message: 'The device is offline' }), 100);
  assert.equal(tickUntil(200, 120_000).phase, 'offline');
  assert.deepEqual(reopened, []);
});

it('is not fooled by a picture that was under way when the device went offline', () => {
  const { give } = tile();
  give({ kind: 'picture' }, 1000);
  give(told('offline'), 1100);
  assert.equal(give({ kind: 'picture' }, 1110).phase, 'offline');
  give(told('connecting'), 5000);
  give(told('playing'), 5500);
  assert.equal(give({ kind: 'picture' }, 5600).phase, 'playing');
});

it('keeps the moment of the last picture while the server asks the device again', () => {
  const { give } = tile();
  give({ kind: 'picture' }, 1000);
  const again = give(told('reconnecting', { retryInMs: 4000 }), 3000);
  assert.deepEqual([again.phase, again.sinceMs, again.retryAtMs, again.hasPicture], ['reconnecting', 1000, 7000, true]);
  const asked = give(told('connecting'), 7100);
  assert.deepEqual([asked.phase, asked.sinceMs], ['reconnecting', 1000], 'the old picture is still there');
  assert.equal(give({ kind: 'picture' }, 7500).retryAtMs, undefined);
});

it('opens a broken socket again, later each time, and says so when it never had a picture', () => {
  const { give, tickUntil, reopened } = tile();
  assert.equal(give({ kind: 'broken', opened: false, message: '' }, 0).phase, 'connecting');
  tickUntil(200, 600);
  assert.deepEqual(reopened, [600]);
  const broken = give({ kind: 'broken', opened: false, message: '' }, 700);
  assert.deepEqual([broken.phase, broken.retryAtMs], ['error', 2700]);
  tickUntil(800, 2600);
  assert.deepEqual(reopened, [600]);
  tickUntil(2800, 2800);
  assert.deepEqual(reopened, [600, 2800]);
});

it('does not knock again where it is forbidden', () => {
  const { give, tickUntil, reopened } = tile();
  give(told('forbidden'), 100);
  give({ kind: 'broken', opened: true, message: '' }, 200);
  assert.equal(tickUntil(400, 60_000).phase, 'forbidden');
  assert.deepEqual(reopened, []);
});

it('stays with a codec that it cannot show as long as data comes', () => {
  const { give, tickUntil, reopened } = tile();
  give({ kind: 'unsupported', message: '' }, 100);
  for (let at = 300; at < 40_000; at += 400) {
    give({ kind: 'heard' }, at);
    give({ kind: 'tick' }, at + 100);
  }
  assert.deepEqual(reopened, []);
  assert.equal(tickUntil(40_000, 40_000).phase, 'unsupported');
});
