import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinRecovered, lacking, LEAST_MS, PIECE_MS, piecesOf } from './lacking.ts';

const s = (startS: number, endS: number) => ({ startMs: startS * 1000, endMs: endS * 1000 });

test('what no span covers is lacking, and a reconnect is no gap', () => {
  assert.deepEqual(lacking([], 0, 3_600_000), [s(0, 3600)]);
  assert.deepEqual(lacking([s(400, 4000), s(0, 300)], 0, 3_600_000), [s(300, 400)]);
  assert.deepEqual(lacking([s(0, 300), s(309, 3600)], 0, 3_600_000), [], 'nine seconds');
  assert.deepEqual(lacking([s(0, 300), s(310, 3600)], 0, 3_600_000), [s(300, 310)]);
  assert.deepEqual(lacking([s(-500, -100), s(50, 60), s(20, 55)], 0, 100_000), [s(0, 20), s(60, 100)]);
  assert.deepEqual(lacking([s(-10, 5000)], 0, 3_600_000), []);
});

test('only what the device has is asked for, two minutes at a time, no moment twice', () => {
  assert.deepEqual(piecesOf([s(0, 1000)], []), []);
  assert.deepEqual(piecesOf([s(0, 1000)], [s(100, 300)]), [s(100, 220), s(220, 300)]);
  assert.deepEqual(piecesOf([s(0, 50), s(80, 200)], [s(-100, 100), s(90, 130)]), [s(0, 50), s(80, 100), s(100, 130)]);
  assert.deepEqual(piecesOf([s(0, 100)], [s(0, 5), s(95, 300)]), [], 'too little each');
});

test('pieces lie in gaps, cover what is both lacking and listed but for little, and never overlap', () => {
  const span = fc.tuple(fc.nat(7200), fc.nat(900)).map(([at, length]) => s(at, at + length));
  const spans = fc.array(span, { maxLength: 12 });
  fc.assert(
    fc.property(spans, spans, (recorded, listed) => {
      const gaps = lacking(recorded, 0, 7_200_000);
      const pieces = piecesOf(gaps, listed);
      for (const [i, piece] of pieces.entries()) {
        assert.ok(piece.endMs - piece.startMs <= PIECE_MS && piece.endMs > piece.startMs);
        assert.ok(piece.startMs >= (pieces[i - 1]?.endMs ?? 0));
        assert.ok(recorded.every(({ startMs, endMs }) => endMs <= piece.startMs || startMs >= piece.endMs));
      }
      for (const gap of lacking([...recorded, ...pieces], 0, 7_200_000))
        for (const { startMs, endMs } of listed)
          assert.ok(Math.min(gap.endMs, endMs) - Math.max(gap.startMs, startMs) < 2 * LEAST_MS);
    }),
  );
});

test('pieces that follow each other are told as one, with their channels', () => {
  assert.deepEqual(
    joinRecovered([
      { ...s(300, 600), channel: 2 },
      { ...s(0, 300), channel: 2 },
      { ...s(10, 200), channel: 1 },
      { ...s(4000, 4100), channel: 3 },
    ]),
    [
      { ...s(0, 600), channels: [1, 2] },
      { ...s(4000, 4100), channels: [3] },
    ],
  );
  assert.deepEqual(joinRecovered([]), []);
});
