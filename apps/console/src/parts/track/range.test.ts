// What a query covers: minutes of a day, spans of days, days on which clocks are changed.
import assert from 'node:assert/strict';
import { it } from 'node:test';

process.env['TZ'] = 'Europe/Berlin';
const { daysOf, minuteText, piecesOf, spanOf, withMinute } = await import('./range.ts');

const day = (text: string, last = ''): { first: string; last: string } => ({ first: text, last });

it('[A-GPSPB-019] from the start minute to the end + 1 minutes less one second', () => {
  const span = spanOf(day('2026-06-10'), { from: 60, to: 120 });
  const start = new Date(2026, 5, 10).getTime();
  assert.deepEqual(span, { startMs: start + 3600_000, endMs: start + 7259_000 });
});

it('a whole day reaches a minute past midnight, also on days of 23 and 25 hours', () => {
  for (const [text, hours] of [
    ['2026-06-10', 24],
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ] as const) {
    const { startMs = 0, endMs = 0 } = spanOf(day(text), { from: 0, to: 1440 }) ?? {};
    assert.equal((endMs + 1000 - startMs) / 1000, hours * 3600 + 60, text);
  }
});

it('a span that ends in an hour that clocks repeat takes both runs of it', () => {
  const { endMs = 0 } = spanOf(day('2026-10-25'), { from: 120, to: 150 }) ?? {};
  assert.equal(endMs, Date.parse('2026-10-25T02:30:59+01:00') + 0);
});

it('several days run from the minute of the first to the minute of the last', () => {
  const { startMs, endMs } = spanOf(day('2026-06-10', '2026-06-12'), { from: 480, to: 600 }) ?? {};
  assert.deepEqual(
    [startMs, endMs],
    [new Date(2026, 5, 10, 8).getTime(), new Date(2026, 5, 12, 10, 1).getTime() - 1000],
  );
  assert.deepEqual(daysOf(day('2026-06-29', '2026-07-01')), ['2026-06-29', '2026-06-30', '2026-07-01']);
  assert.deepEqual(daysOf(day('2026-06-10')), ['2026-06-10']);
  assert.deepEqual(daysOf(day('')), []);
});

it('is none without a day, or when it would end before it begins', () => {
  assert.equal(spanOf(day(''), { from: 0, to: 1440 }), undefined);
  assert.equal(spanOf(day('2026-06-10'), { from: 600, to: 60 }), undefined);
});

it('comes in pieces of local days that together are the span', () => {
  const span = spanOf(day('2026-10-24', '2026-10-26'), { from: 600, to: 1440 });
  assert.ok(span);
  const pieces = piecesOf(span);
  assert.equal(pieces.length, 3);
  assert.deepEqual([pieces[0]?.startMs, pieces.at(-1)?.endMs], [span.startMs, span.endMs]);
  for (const [i, piece] of pieces.entries())
    assert.equal(piece.startMs, (pieces[i - 1]?.endMs ?? piece.startMs - 1000) + 1000);
  assert.equal(piecesOf(spanOf(day('2026-06-10'), { from: 0, to: 1440 }) ?? span).length, 1, 'one day is one question');
});

it('the ends of the slider keep their order and its steps', () => {
  assert.deepEqual(withMinute({ from: 0, to: 600 }, 'from', 722), { from: 720, to: 720 });
  assert.deepEqual(withMinute({ from: 300, to: 600 }, 'to', 0), { from: 0, to: 0 });
  assert.deepEqual(withMinute({ from: 0, to: 1440 }, 'to', 9000), { from: 0, to: 1440 });
  assert.deepEqual([minuteText(0), minuteText(75), minuteText(1440)], ['00:00', '01:15', '24:00']);
});
