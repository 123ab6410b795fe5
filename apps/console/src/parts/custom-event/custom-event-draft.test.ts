// What the ticks of the form do to each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterDownload, afterMainStream, startDraft } from './custom-event-draft.ts';

const empty = startDraft(['A'], 1_790_000_059_999);

test('it begins with the last ten whole minutes', () => {
  assert.deepEqual([empty.start, empty.end], [1_789_999_440_000, 1_790_000_040_000]);
});

test('the download follows its main stream both ways; without download there is no main stream', () => {
  const ticked = { ...empty, downloadplan: [5], streamtype: [2] };
  assert.deepEqual(afterMainStream(ticked, { ...empty, downloadplan: [5] }), { downloadplan: [2, 5] });
  const both = { ...empty, downloadplan: [2, 5], streamtype: [2] };
  assert.deepEqual(afterMainStream({ ...both, streamtype: [] }, both), { downloadplan: [5] });
  assert.deepEqual(afterDownload({ ...both, downloadplan: [5] }), { streamtype: [] });
  assert.deepEqual(afterDownload({ ...both, downloadplan: [2, 5, 7] }), { streamtype: [2] });
});
