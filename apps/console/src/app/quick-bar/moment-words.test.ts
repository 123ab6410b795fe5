// What typed moments mean, in zones with and without summer time, around midnight, and for whatever else is typed.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { formatDateTime } from '../../lib/time.ts';
import { readMoment } from './moment-words.ts';

const zoneBefore = process.env['TZ'];
after(() => {
  process.env['TZ'] = zoneBefore;
});

const local = (text: string): number => new Date(text).getTime();
/** 'who | from > to', or what is wrong. */
const said = (typed: string, now: string): string => {
  const read = readMoment(typed, local(now));
  if (read === undefined) return 'none';
  const who = read.channel === undefined ? read.who : `${read.who} ch${read.channel}`;
  if (read.kind === 'day') return `${who} | ${read.day}`;
  if (read.kind !== 'moment') return `${who} | ${read.kind}`;
  const to = read.toMs === undefined ? '' : ` > ${formatDateTime(read.toMs)}`;
  return `${who} | ${formatDateTime(read.fromMs)}${to}`;
};
const NOW = '2026-11-23T15:00:00';

for (const zone of ['UTC', 'Asia/Taipei', 'America/St_Johns', 'Pacific/Apia'])
  describe(`in ${zone}`, () => {
    const at = (typed: string, now = NOW): string => {
      process.env['TZ'] = zone;
      return said(typed, now);
    };
    it('reads days and times, in any order, with a channel', () => {
      assert.equal(at('107 yesterday 14:32'), '107 | 2026-11-22 14:32:00');
      assert.equal(at('Red Bus 14:32:07'), 'red bus | 2026-11-23 14:32:07');
      assert.equal(at('107 2026-11-22 14:30'), '107 | 2026-11-22 14:30:00');
      assert.equal(at('107 2026-11-22T14:30'), '107 | 2026-11-22 14:30:00');
      assert.equal(at('TRK-104 ch2 yesterday 14:05'), 'trk-104 ch2 | 2026-11-22 14:05:00');
      assert.equal(at('yesterday 9:05 107'), '107 | 2026-11-22 09:05:00');
      assert.equal(at('107, Day before yesterday, 14:30'), '107 | 2026-11-21 14:30:00');
      assert.equal(at('107 22 Nov 14:32'), '107 | 2026-11-22 14:32:00');
      assert.equal(at('107 december 24 20:00'), '107 | 2025-12-24 20:00:00', 'the last one');
      assert.equal(at('107 yesterday'), '107 | 2026-11-22');
      assert.equal(at('14:30'), ' | 2026-11-23 14:30:00');
    });
    it('reads ranges, also over midnight, and none beyond now', () => {
      assert.equal(at('107 14:30-14:45'), '107 | 2026-11-23 14:30:00 > 2026-11-23 14:45:00');
      assert.equal(at('107 14:30 – 15:30'), '107 | 2026-11-23 14:30:00 > 2026-11-23 15:00:00');
      assert.equal(at('107 yesterday 23:50 to 0:10'), '107 | 2026-11-22 23:50:00 > 2026-11-23 00:10:00');
      assert.equal(at('107 23:50-0:10'), '107 | 2026-11-22 23:50:00 > 2026-11-23 00:10:00', 'the last one that began');
      assert.equal(at('107 22:00-22:10'), '107 | future');
    });
    it('reads Chinese', () => {
      assert.equal(at('107 昨天 14:32'), '107 | 2026-11-22 14:32:00');
      assert.equal(at('107昨天14：32'), '107 | 2026-11-22 14:32:00');
      assert.equal(at('１０７ 前天 １４點３２分'), '107 | 2026-11-21 14:32:00');
      assert.equal(at('王小明 今天 14点半'), '王小明 | 2026-11-23 14:30:00');
      assert.equal(at('107 11月22日14:32 通道2'), '107 ch2 | 2026-11-22 14:32:00');
      assert.equal(at('107 14:30至14:45'), '107 | 2026-11-23 14:30:00 > 2026-11-23 14:45:00');
    });
    it('knows what is to come and what is no moment', () => {
      assert.equal(at('107 15:01'), '107 | future');
      assert.equal(at('107 15:00'), '107 | 2026-11-23 15:00:00');
      assert.equal(at('107 2027-01-01'), '107 | future');
      assert.equal(at('107 25:00'), '107 | noTime');
      assert.equal(at('107 14:3'), '107 | noTime');
      assert.equal(at('107 2026-02-30 14:30'), '107 | noDay');
      for (const two of ['107 yesterday today 14:30', '107 14:30 14:45', '107 today 14:30 2026-11-22'])
        assert.match(at(two), /several$/, two);
    });
    it('leaves names alone', () => {
      for (const name of ['107', 'ABC-1234', 'TRK-11-22', 'Today1', 'May', '5 mark', 'x14:30', '12-30'])
        assert.equal(at(name), 'none', name);
    });
    it('yesterday is the day before, just after midnight and just before', () => {
      assert.equal(at('7 yesterday 23:59', '2026-11-23T00:00:00'), '7 | 2026-11-22 23:59:00');
      assert.equal(at('7 yesterday 0:00', '2026-11-23T23:59:59'), '7 | 2026-11-22 00:00:00');
      assert.equal(at('7 yesterday 12:00', '2026-01-01T00:30:00'), '7 | 2025-12-31 12:00:00');
    });
    it('any moment, written out, is that moment; whatever is typed, none lies ahead', () => {
      process.env['TZ'] = zone;
      const now = local(NOW);
      const past = fc.integer({ min: Math.ceil(local('2000-01-01T00:00:00') / 1000), max: Math.floor(now / 1000) });
      fc.assert(
        fc.property(past, (second) => {
          const text = formatDateTime(second * 1000);
          const read = readMoment(`Bus 7 ${text}`, now);
          // An hour that comes twice in autumn is written the same twice.
          assert.ok(read?.kind === 'moment' && read.who === 'bus 7' && formatDateTime(read.fromMs) === text, text);
        }),
      );
      const piece = fc.oneof(fc.string(), fc.constantFrom('yesterday', '昨天', '14:30', '-', '2026-11-22', 'nov', '7'));
      fc.assert(
        fc.property(fc.array(piece), (pieces) => {
          const read = readMoment(pieces.join(' '), now);
          if (read?.kind !== 'moment') return;
          assert.ok(read.fromMs <= now);
          assert.ok(read.toMs === undefined || (read.toMs >= read.fromMs && read.toMs <= now));
        }),
      );
    });
  });

describe('where clocks change', () => {
  const at = (typed: string, now: string): string => {
    process.env['TZ'] = 'Europe/Berlin';
    return said(typed, now);
  };
  it('an hour that is leapt over is no time; yesterday of a short and of a long day is still one day', () => {
    assert.equal(at('7 2026-03-29 02:30', NOW), '7 | noTime');
    assert.equal(at('7 yesterday 23:30', '2026-03-30T00:10:00'), '7 | 2026-03-29 23:30:00');
    assert.equal(at('7 yesterday 0:30', '2026-10-26T23:50:00'), '7 | 2026-10-25 00:30:00');
    assert.equal(at('7 yesterday 23:30', '2026-10-26T00:10:00'), '7 | 2026-10-25 23:30:00');
  });
});
