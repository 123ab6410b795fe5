// The catalogue of events, and that every origin leads into it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventCodes, eventName, eventRow } from './event-codes.ts';
import { alarmBitOrigins, safetyCodes, videoAlarmBitOrigins, type SafetySource } from './event-origins.ts';

const names = (from: number, to: number): string[] =>
  eventCodes.filter((e) => e.code >= from && e.code <= to).map((e) => e.name.toLowerCase());

test('[F-EVCODE-001] codes 0 to 24 hold the named events, eight of them GPIO, none blank', () => {
  const known = names(0, 24);
  for (const name of [
    'online',
    'address changed',
    'reboot',
    'offline',
    'info changed',
    'system up time',
    'disk error',
    'over speed',
    'idle',
    'video loss',
    'g-sensor',
    'message received',
    'notify',
    'external alarm',
  ]) {
    assert.ok(known.includes(name), name);
  }
  assert.deepEqual(
    known.filter((n) => n.startsWith('gpio')),
    Array.from({ length: 8 }, (_, i) => `gpio ${i}`),
  );
  for (let code = 0; code <= 24; code += 1) assert.notEqual(eventName(code).trim(), '');
});

test('[F-EVCODE-002] [F-EVCODE-003] [F-EVCODE-004] [F-EVCODE-005] [F-EVCODE-006] trigger, SD backup, lost recording cover, schedule and custom download have their numbers', () => {
  assert.equal(eventName(51), 'Trigger in');
  assert.equal(eventName(52), 'Trigger out');
  for (const code of [90, 91, 92]) assert.match(eventName(code), /^SD backup/);
  assert.equal(eventName(98), 'Lost recording cover');
  assert.equal(eventName(99), 'Schedule');
  assert.equal(eventName(100), 'Custom download');
});

test('[F-EVCODE-007] driver assistance lies within 700 to 783: starts and ends, headway and speeding levels', () => {
  const inside = eventCodes.filter((e) => e.code >= 700 && e.code <= 783);
  const starts = inside.filter((e) => e.name.endsWith(' start'));
  for (const start of starts) assert.equal(eventName(start.code + 1), start.name.replace(/ start$/, ' end'));
  assert.ok(starts.length > 20);
  for (const level of [1, 2, 3]) {
    assert.ok(inside.some((e) => e.name === `Headway level ${level} start`));
    assert.ok(inside.some((e) => e.name === `Speeding level ${level} start`));
  }
  assert.deepEqual(
    eventCodes.filter((e) => / (start|end)$/.test(e.name) && e.code > 92 && (e.code < 700 || e.code > 783)),
    [],
  );
});

test('[F-EVCODE-008] the vendor warnings lie within 1811 to 1833', () => {
  const vendor = names(1811, 1833);
  for (const word of [
    'lane departure',
    'collision',
    'pedestrian',
    'overspeed',
    'harsh acceleration',
    'harsh braking',
    'video loss',
    'audio loss',
  ]) {
    assert.ok(
      vendor.some((n) => n.includes(word)),
      word,
    );
  }
  assert.deepEqual(
    eventCodes.filter((e) => e.name.startsWith('Vendor') && (e.code < 1811 || e.code > 1833)),
    [],
  );
});

test('no code stands twice, and an unknown one shows its number', () => {
  assert.equal(new Set(eventCodes.map((e) => e.code)).size, eventCodes.length);
  assert.equal(eventName(4242), '4242');
});

test('every alarm bit and every active-safety type leads to a code of the catalogue', () => {
  for (let bit = 0; bit < 32; bit += 1) assert.ok(eventRow(alarmBitOrigins[bit]?.code ?? -1), `alarm bit ${bit}`);
  for (let bit = 0; bit < 7; bit += 1)
    assert.ok(eventRow(videoAlarmBitOrigins[bit]?.code ?? -1), `video alarm bit ${bit}`);
  const sources: SafetySource[] = ['assistance', 'driver', 'tyre', 'blind-spot', 'harsh'];
  for (const source of sources) {
    for (let type = 0; type < 256; type += 1) {
      const { start, end } = safetyCodes(source, type);
      assert.ok(eventRow(start), `${source} ${type}`);
      assert.ok(end === null || eventRow(end), `${source} ${type} end`);
    }
  }
  assert.equal(eventName(safetyCodes('assistance', 2, { side: 'left' }).start), 'Lane departure left start');
  assert.equal(eventName(safetyCodes('assistance', 3, { level: 2 }).start), 'Headway level 2 start');
  assert.equal(eventName(safetyCodes('driver', 3).start), 'Smoking start');
});
