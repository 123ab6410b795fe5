// Connections that are left unread for a while: each is read again, together with its neighbours, and nothing keeps running afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Rests } from './rests.ts';

class Connection {
  destroyed = false;
  reading = true;
  pause(): void {
    this.reading = false;
  }
  resume(): void {
    this.reading = true;
  }
}

test('each rests for as long as it was told, and the timer ends with the last', () => {
  const clock = createManualClock();
  const rests = new Rests(clock);
  const [brief, long] = [new Connection(), new Connection()];
  rests.begin(long, 200);
  clock.advance(50);
  rests.begin(brief, 60);
  assert.deepEqual([brief.reading, long.reading, rests.size], [false, false, 2]);
  clock.advance(70);
  assert.deepEqual([brief.reading, long.reading, rests.size], [true, false, 1]);
  clock.advance(80);
  assert.deepEqual([long.reading, rests.size, clock.pending()], [true, 0, 0]);
  rests.begin(long, 60);
  clock.advance(80);
  assert.equal(long.reading, true, 'once more');
});

test('one that was destroyed meanwhile is left alone; at the end all are read again', () => {
  const clock = createManualClock();
  const rests = new Rests(clock);
  const [gone, kept] = [new Connection(), new Connection()];
  rests.begin(gone, 60);
  gone.destroyed = true;
  clock.advance(100);
  assert.equal(gone.reading, false);
  rests.begin(kept, 60);
  rests.close();
  assert.deepEqual([kept.reading, rests.size, clock.pending()], [true, 0, 0]);
});
