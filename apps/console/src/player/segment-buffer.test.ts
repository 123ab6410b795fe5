// The queue in front of a SourceBuffer, with a source that tells what it was given.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SegmentBuffer } from './segment-buffer.ts';

/** A MediaSource that opens when told to; each append takes until `finish`. */
const source = () => {
  const log: string[] = [];
  const listeners = new Map<string, () => void>();
  let refusing = false;
  const buffer = {
    updating: false,
    span: [0, 0] as [number, number],
    get buffered() {
      const [start, end] = buffer.span;
      return { length: end > start ? 1 : 0, start: () => start, end: () => end };
    },
    appendBuffer: (bytes: Uint8Array) => {
      if (refusing) throw new Error('quota');
      buffer.updating = true;
      log.push(`append ${[...bytes].join('')}`);
    },
    remove: (from: number, to: number) => {
      buffer.updating = true;
      buffer.span = [to, buffer.span[1]];
      log.push(`remove ${from}-${to}`);
    },
    changeType: (type: string) => void log.push(`type ${type}`),
    addEventListener: (name: string, run: () => void) => void listeners.set(name, run),
  };
  const media = {
    readyState: 'closed',
    addSourceBuffer: (type: string) => {
      log.push(`add ${type}`);
      return buffer;
    },
    addEventListener: (name: string, run: () => void) => void listeners.set(name, run),
  };
  const finish = (): void => {
    buffer.updating = false;
    listeners.get('updateend')?.();
  };
  return { media, buffer, log, finish, open: () => listeners.get('sourceopen')?.(), refuse: () => (refusing = true) };
};
const segment = (n: number): Uint8Array<ArrayBuffer> => Uint8Array.of(n);

it('appends in order, joins what waits, one at a time', () => {
  const { media, log, open, finish } = source();
  const segments = new SegmentBuffer(media, 'a', () => assert.fail('nothing failed'));
  segments.append(segment(1));
  open();
  segments.append(segment(2));
  segments.append(segment(3));
  finish();
  assert.deepEqual(log, ['add a', 'append 1', 'append 23']);
});
it('changes the type before what follows', () => {
  const { media, log, open, finish } = source();
  const segments = new SegmentBuffer(media, 'a', () => assert.fail('nothing failed'));
  open();
  segments.append(segment(1));
  finish();
  segments.changeType('b');
  segments.append(segment(2));
  assert.deepEqual(log, ['add a', 'append 1', 'type b', 'append 2']);
});
it('forgets what was played, but not the last ten seconds', () => {
  const { media, buffer, log, open, finish } = source();
  const segments = new SegmentBuffer(media, 'a', () => assert.fail('nothing failed'));
  open();
  buffer.span = [0, 40];
  segments.played(15);
  assert.deepEqual(log, ['add a']);
  segments.played(40);
  finish();
  assert.deepEqual(log, ['add a', 'remove 0-30']);
});
it('says once that the browser takes no more, and is quiet then', () => {
  const { media, open, refuse } = source();
  const reasons: string[] = [];
  const segments = new SegmentBuffer(media, 'a', (reason) => reasons.push(reason));
  open();
  refuse();
  segments.append(segment(1));
  segments.append(segment(2));
  assert.deepEqual(reasons, ['quota']);
});
it('holds no more than it may while nobody reads', () => {
  const { media } = source();
  const reasons: string[] = [];
  const segments = new SegmentBuffer(media, 'a', (reason) => reasons.push(reason));
  for (let n = 0; n < 700; n += 1) segments.append(segment(n));
  assert.equal(reasons.length, 1);
});
