// What the form's ticks do to each other, and when there is something to send.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf } from '../../../lib/local-moment.ts';
import {
  type CustomEventDraft,
  customEventOf,
  devicesProblem,
  tickDownload,
  tickMainStream,
} from './custom-event-rules.ts';

const empty: CustomEventDraft = {
  devices: '',
  start: momentOf(1_790_000_000_000),
  end: momentOf(1_790_000_060_000),
  download: new Set(),
  mainStream: new Set(),
  audio: false,
};

test('the download follows its main stream both ways; without download there is no main stream', () => {
  const main = tickMainStream(empty, 2, true);
  assert.deepEqual([[...main.download], [...main.mainStream]], [[2], [2]]);
  const none = tickMainStream(main, 2, false);
  assert.deepEqual([[...none.download], [...none.mainStream]], [[], []]);
  const undone = tickDownload(main, 2, false);
  assert.deepEqual([[...undone.download], [...undone.mainStream]], [[], []]);
  assert.deepEqual([...tickDownload(main, 5, true).mainStream], [2]);
});

test('there is nothing to send without device, channel, or a moment; end before start is sent', () => {
  const ready = tickMainStream({ ...tickDownload(empty, 3, true), devices: 'B, A,B' }, 1, true);
  assert.deepEqual(customEventOf(ready), {
    deviceid: ['B', 'A'],
    start: 1_790_000_000_000,
    end: 1_790_000_060_000,
    downloadplan: [1, 3],
    streamtype: [1],
    audioout: false,
  });
  assert.notEqual(customEventOf({ ...ready, start: ready.end, end: ready.start }), undefined);
  for (const part of [
    { devices: ' , ' },
    { devices: 'no such/id' },
    { download: new Set<number>() },
    { start: { ...ready.start, day: '2024-02-30' } },
    { end: { ...ready.end, hour: NaN } },
  ])
    assert.equal(customEventOf({ ...ready, ...part }), undefined);
});

test('a wrong id and too many devices are told apart', () => {
  assert.equal(devicesProblem(''), '');
  assert.equal(devicesProblem('13800000101,TRK-1'), '');
  assert.equal(devicesProblem('<b>x</b>'), 'id');
  assert.equal(devicesProblem(Array.from({ length: 101 }, (_, i) => `D${i}`).join(',')), 'many');
});
