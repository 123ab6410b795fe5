// The feed of a playback's map: what is shown after each message, another address after a failure, quiet after the end.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DrivenClock } from '../../live/driven-clock.ts';
import { fakeOpen } from '../../live/fake-socket.ts';
import type { FakeSocket } from '../../live/fake-socket.ts';
import type { Place } from '../../parts/playback/use-track.ts';
import { PlaceFeed } from './place-feed.ts';

const scene = (reachable: (url: string) => boolean = () => true) => {
  const clock = new DrivenClock();
  const sockets: FakeSocket[] = [];
  const shown: (Place | undefined)[] = [];
  const feed = new PlaceFeed({
    open: fakeOpen(sockets, () => [], reachable),
    clock,
    addresses: ['ws://a', 'ws://b'],
    show: (place) => shown.push(place),
  });
  const say = (lat: number, time: number, generation = 0): void =>
    sockets.at(-1)?.say({ known: true, lat, lng: 120, trackingAngle: 45, speedInKmh: 36, time, generation });
  return { clock, sockets, shown, feed, say };
};

it('shows place, heading and the way so far; a jump and an older time begin a new way', async () => {
  const { clock, sockets, shown, say, feed } = scene();
  await clock.pass(0);
  say(24, 1000);
  say(24.1, 2000);
  assert.deepEqual(shown.at(-1)?.point, { lat: 24.1, lng: 120, heading: 45, speedKmh: 36, timeMs: 2000 });
  assert.equal(shown.at(-1)?.trail.length, 2);
  say(25, 3000, 1);
  assert.equal(shown.at(-1)?.trail.length, 1);
  say(25.1, 2500, 1);
  assert.equal(shown.at(-1)?.trail.length, 1);
  sockets.at(-1)?.say({ known: false, time: 4000, generation: 1 });
  assert.equal(shown.at(-1), undefined);
  const { length } = shown;
  sockets.at(-1)?.say({ known: true, lat: 'north' });
  feed.close();
  say(26, 9000);
  assert.equal(shown.length, length, 'nonsense, and what comes after the end, is not shown');
});
it('tries the next address where one does not open, and opens again after a loss, until it is closed', async () => {
  const { clock, sockets, shown, say, feed } = scene((url) => url === 'ws://b');
  await clock.pass(2000);
  assert.deepEqual(
    sockets.map(({ url }) => url),
    ['ws://a', 'ws://b'],
  );
  await clock.pass(60_000);
  assert.equal(sockets.length, 2, 'one that opened stays');
  say(24, 1000);
  assert.equal(shown.length, 1);
  sockets.at(-1)?.drop();
  await clock.pass(2000);
  assert.equal(sockets.length, 3);
  feed.close();
  await clock.pass(60_000);
  assert.equal(sockets.length, 3);
});
