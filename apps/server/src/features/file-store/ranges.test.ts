// Which bytes have come: any order, twice, overlapping.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addSpan, endOf, gapsOf } from './ranges.ts';

test('spans join where they touch, and gaps are what lies between', () => {
  let spans = addSpan([], { offset: 10, bytes: 5 });
  spans = addSpan(spans, { offset: 20, bytes: 5 });
  assert.deepEqual(gapsOf(spans, 30), [
    { offset: 0, bytes: 10 },
    { offset: 15, bytes: 5 },
    { offset: 25, bytes: 5 },
  ]);
  spans = addSpan(spans, { offset: 15, bytes: 5 });
  assert.deepEqual(spans, [{ offset: 10, bytes: 15 }]);
  assert.equal(endOf(spans), 25);
  assert.deepEqual(gapsOf(addSpan(spans, { offset: 0, bytes: 30 }), 30), []);
});

test('any pieces in any order leave exactly the bytes that never came', () => {
  const piece = fc.record({ offset: fc.nat(60), bytes: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const came = new Set<number>();
      let spans: { offset: number; bytes: number }[] = [];
      for (const one of pieces) {
        spans = addSpan(spans, one);
        for (let i = 0; i < one.bytes; i += 1) came.add(one.offset + i);
      }
      const missing = new Set(
        gapsOf(spans, 80).flatMap(({ offset, bytes }) => Array.from({ length: bytes }, (_, i) => offset + i)),
      );
      for (let at = 0; at < 80; at += 1) assert.equal(missing.has(at), !came.has(at), `byte ${at}`);
      for (const [i, span] of spans.entries()) {
        const next = spans[i + 1];
        if (next !== undefined) assert.ok(span.offset + span.bytes < next.offset, 'in order and apart');
      }
    }),
  );
});
