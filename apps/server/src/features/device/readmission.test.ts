// Who waits to be allowed again: bounded, allowed once, forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TerminalRequest } from '../../gateway/index.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { WaitingTerminals } from './readmission.ts';

const request = (more: Partial<TerminalRequest> = {}): TerminalRequest => ({
  terminalId: '13800000101',
  kind: 'register',
  authCode: '',
  plate: 'ABC-1234',
  manufacturer: 'M',
  model: 'X',
  hardwareId: 'T2',
  transport: 'tcp',
  remoteAddress: '192.0.2.1',
  ...more,
});
const setUp = () => {
  const clock = createManualClock();
  const waiting = new WaitingTerminals(clock);
  /** Undefined: it is not waiting. */
  const allow = (id: number) => {
    const permission = waiting.permission(id, 'ann');
    if (permission !== undefined) waiting.allow(permission);
    return permission;
  };
  return {
    clock,
    waiting,
    allow,
    uses: (more?: Partial<TerminalRequest>) => waiting.useLeave(request(more))?.allowedBy,
  };
};

test('the same terminal again is counted; a permission is for it alone, for one attempt and for half an hour', () => {
  const { clock, waiting, allow, uses } = setUp();
  waiting.add(request());
  clock.advance(1000);
  waiting.add(request({ remoteAddress: '192.0.2.2' }));
  const [entry] = waiting.list();
  assert.partialDeepStrictEqual(entry, { attempts: 2, address: '192.0.2.2', allowedUntilMs: null });
  assert.equal(uses(), undefined);
  assert.ok(entry && allow(entry.id));
  assert.equal(uses({ hardwareId: 'T3' }), undefined, 'another one does not profit');
  assert.equal(uses(), 'ann');
  assert.equal(uses(), undefined);
  assert.deepEqual(waiting.list(), []);
  waiting.add(request());
  const [again] = waiting.list();
  assert.ok(again && allow(again.id));
  clock.advance(30 * 60_000);
  assert.equal(uses(), undefined);
  assert.equal(waiting.list()[0]?.allowedUntilMs, null);
});

test('who is not waiting cannot be allowed', () => {
  const { allow } = setUp();
  assert.equal(allow(1), undefined);
});

test('a number, an address and all together have so many; an allowed one stays', () => {
  const { waiting, allow } = setUp();
  waiting.add(request({ hardwareId: 'first' }));
  const [first] = waiting.list();
  assert.ok(first && allow(first.id));
  for (let i = 0; i < 10; i += 1) waiting.add(request({ hardwareId: `T${i}`, remoteAddress: `198.51.100.${i}` }));
  assert.equal(waiting.size(), 5);
  assert.ok(waiting.list().some(({ hardwareId }) => hardwareId === 'first'));
  for (let i = 0; i < 50; i += 1) waiting.add(request({ terminalId: String(100 + i), remoteAddress: '203.0.113.1' }));
  assert.equal(waiting.size(), 25);
  for (let i = 0; i < 500; i += 1)
    waiting.add(request({ terminalId: String(1000 + i), remoteAddress: `10.0.${i >> 8}.${i & 255}` }));
  assert.equal(waiting.size(), 100);
  assert.ok(waiting.list().some(({ hardwareId }) => hardwareId === 'first'));
  assert.equal(waiting.counters.dropped, 6 + 30 + 425);
});

test('one that does not try again for a day is forgotten', () => {
  const { clock, waiting } = setUp();
  waiting.add(request());
  clock.advance(24 * 3_600_000);
  assert.deepEqual(waiting.list(), []);
});

test('a stored permission holds for what is left of its time, and no number of the list is given twice', () => {
  const { clock, waiting, allow } = setUp();
  waiting.add(request());
  const [entry] = waiting.list();
  const stored = entry && allow(entry.id);
  assert.ok(stored);
  clock.advance(29 * 60_000);
  const after = new WaitingTerminals(clock, [stored]);
  after.add(request({ hardwareId: 'T9' }));
  const [newer, older] = after.list();
  assert.deepEqual([older?.id, older?.allowedBy], [stored.id, 'ann']);
  assert.ok(newer && newer.id > stored.id);
  assert.equal(after.useLeave(request())?.id, stored.id);
  const late = new WaitingTerminals(clock, [stored]);
  clock.advance(60_000);
  assert.equal(late.useLeave(request()), undefined);
});

test('numbers of the list go on after a restart, so that a page that was open over it names nobody else', () => {
  const { clock, waiting, allow } = setUp();
  waiting.add(request());
  const [entry] = waiting.list();
  const stored = entry && allow(entry.id);
  assert.ok(stored);
  clock.advance(1000);
  const after = new WaitingTerminals(clock);
  after.add(request({ hardwareId: 'T9' }));
  const [newer] = after.list();
  assert.ok(newer && newer.id > stored.id);
  const behind = new WaitingTerminals(createManualClock(clock.now() - 3_600_000), [stored]);
  behind.add(request({ hardwareId: 'T9' }));
  assert.equal(behind.list()[0]?.id, stored.id + 1, 'also where the clock was set back');
});
