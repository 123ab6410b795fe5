// What a recorder says of itself: when, and how temperatures, battery and disk follow the time of day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemValue, vendorReadings } from '@outrider/jt808';
import { OwnState } from './own-state.ts';

const HOUR_MS = 3_600_000;
const told = (seed: number, nowMs: number) => {
  const items = new OwnState(seed).itemsDue(nowMs, 24.5);
  return { ...vendorReadings(items), cabinC: itemValue(items, 0x06)?.temperatureC ?? Number.NaN };
};
const close = (actual: number, expected: number, by: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= by, `${what}: ${actual}, not ${expected}`);

test('everything is told, then nothing for half a minute, and at once after a new link', () => {
  const state = new OwnState(1);
  assert.deepEqual(
    state.itemsDue(0, 24).map(({ id }) => id),
    [0x06, 0xe3, 0x51, 0xee],
  );
  assert.deepEqual(state.itemsDue(29_999, 24), []);
  assert.equal(state.itemsDue(30_000, 24).length, 4);
  assert.deepEqual(state.itemsDue(30_001, 24), []);
  state.tellAll();
  assert.equal(state.itemsDue(30_002, 24).length, 4);
});

test('temperatures and battery sway within the hour, each by its own amount; one vehicle in three has a box of two sensors', () => {
  let refrigerated = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const [still, up, down] = [0, HOUR_MS / 4, (3 * HOUR_MS) / 4].map((nowMs) => told(seed, nowMs));
    assert.ok(still?.temperaturesC && up?.temperaturesC && down?.temperaturesC);
    assert.deepEqual([still.batteryPercent, up.batteryPercent, down.batteryPercent], [94, 99, 89]);
    assert.equal(still.supplyV, 24.5);
    assert.ok(still.cabinC >= 21 && still.cabinC <= 27, `cabin ${still.cabinC}`);
    close(up.cabinC, still.cabinC + 1.5, 1, 'cabin');
    const [[first, second], [firstUp, secondUp], [firstDown]] = [still, up, down].map(
      (each) => each.temperaturesC ?? [],
    ) as [number[], number[], number[]];
    if (second === undefined) {
      close(firstUp ?? 0, (first ?? 0) + 1.5, 0.11, 'cabin in tenths');
      close(firstDown ?? 0, (first ?? 0) - 1.5, 0.11, 'cabin in tenths');
      close(first ?? 0, still.cabinC, 0.55, 'cabin in whole degrees');
      continue;
    }
    refrigerated += 1;
    assert.ok((first ?? 0) >= -19 && (first ?? 0) <= 4);
    close(second, (first ?? 0) + 1.1, 0.11, 'second sensor');
    close(firstUp ?? 0, (first ?? 0) + 0.6, 0.11, 'first sensor');
    close(secondUp ?? 0, second - 0.4, 0.11, 'second sensor');
  }
  assert.ok(refrigerated > 75 && refrigerated < 125, `${refrigerated} of 300`);
});

test('the disk fills by nine per cent a day until the oldest day goes; cards and errors are of the recorder', () => {
  let [cards, faulty] = [0, 0];
  for (let seed = 1; seed <= 300; seed += 1) {
    const [begin, noon, end, next] = [0, 12, 23.9999, 24].map((hour) => told(seed, hour * HOUR_MS).storage);
    assert.ok(begin && noon && end && next);
    const used = begin.usedPercent ?? -1;
    assert.ok(used >= 35 && used < 88);
    close(noon.usedPercent ?? 0, used + 4.5, 0.5, 'noon');
    assert.ok([used + 8, used + 9].includes(end.usedPercent ?? 0), 'midnight');
    assert.equal(next.usedPercent, used);
    const [disk, card] = begin.lifeLeft;
    assert.ok(disk >= 7 && disk <= 99);
    assert.ok(card === -2 || (card >= 40 && card <= 99));
    if (card !== -2) cards += 1;
    assert.ok(begin.recordingErrors <= 4);
    if (begin.recordingErrors > 0) faulty += 1;
  }
  assert.ok(cards > 200 && cards < 250, `${cards} cards`);
  assert.ok(faulty > 15 && faulty < 50, `${faulty} with errors`);
});
