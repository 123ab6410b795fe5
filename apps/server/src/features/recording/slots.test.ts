import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { silentLog } from '../../kernel/log.ts';
import { chooseSlot, type Slot, Slots } from './slots.ts';

const MEGABYTE = 1024 * 1024;
const slot = (folder: string, changes: Partial<Slot> = {}): Slot => ({
  folder,
  roomBytes: 100 * MEGABYTE,
  guestBytes: 0,
  open: 0,
  trouble: null,
  retryMs: 0,
  ...changes,
});

test('capacity takes the first folder with room, efficacy the one that is written to least', () => {
  const slots = [slot('a', { roomBytes: 10 }), slot('b', { open: 3 }), slot('c', { open: 1 })];
  assert.equal(chooseSlot(slots, 'capacity', 0)?.folder, 'b');
  assert.equal(chooseSlot(slots, 'efficacy', 0)?.folder, 'c');
});

test('a folder in trouble waits for its time; without room anywhere there is none', () => {
  const slots = [slot('a', { trouble: 'EIO', retryMs: 1000 }), slot('b', { roomBytes: -1 })];
  assert.equal(chooseSlot(slots, 'capacity', 999), undefined);
  assert.equal(chooseSlot(slots, 'capacity', 1000)?.folder, 'a');
});

test('room is made ahead for downloads on the same disk and for what is written; little in a folder that may hold little', () => {
  const ahead = (kit: { sizeMb?: number; bytesPerSecond?: number }, guestMb: number): number => {
    const { sizeMb = 0, bytesPerSecond = 0 } = kit;
    const slots = new Slots({
      folders: [],
      mode: 'capacity',
      reserveMb: 0,
      sizeMb,
      clock: createManualClock(),
      log: silentLog,
      usedBytes: () => 0,
      bytesPerSecond: () => bytesPerSecond,
    });
    return slots.aheadOf(slot('a', { guestBytes: guestMb * MEGABYTE })) / MEGABYTE;
  };
  assert.equal(ahead({}, 1024), 1024);
  assert.equal(ahead({}, 10), 64);
  assert.equal(ahead({ bytesPerSecond: 100 * MEGABYTE }, 1024), 1500);
  assert.equal(ahead({ sizeMb: 160 }, 1024), 20);
});
