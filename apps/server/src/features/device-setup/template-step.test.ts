// What templates ask of a device: the newest counts, what it holds is not told, what it refused it is not told again, and never in a circle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterTelling, heard, templateRow, toTell, told, unreadState, wantedOf } from './template-step.ts';

const NOW_MS = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const wanted = { sys_spdlimit: 60, net_hbsec: 20 };
const read = (values: Record<string, number>) => heard(unreadState(1), Object.keys(wanted), values, NOW_MS);

test('of two templates the newest counts, value by value', () => {
  const [one, other] = [{ sheet: { sys_spdlimit: 80, net_hbsec: 20 } }, { sheet: { sys_spdlimit: 60 } }];
  assert.deepEqual(wantedOf([one, other]), wanted);
});

test('what differs is told, and nothing else', () => {
  assert.deepEqual(toTell(wanted, read({ sys_spdlimit: 85, net_hbsec: 20 }), NOW_MS), { sys_spdlimit: 60 });
  assert.deepEqual(toTell(wanted, read(wanted), NOW_MS), {});
  assert.deepEqual(toTell(wanted, unreadState(1), NOW_MS), {}, 'not before it was asked');
  assert.deepEqual(toTell(wanted, read({ net_hbsec: 30 }), NOW_MS), { net_hbsec: 20 }, 'one it does not know');
});

test('what it did not take is left alone, until the template says something else', () => {
  const before = read({ sys_spdlimit: 85, net_hbsec: 30 });
  const after = afterTelling(
    heard(before, ['sys_spdlimit', 'net_hbsec'], { sys_spdlimit: 85, net_hbsec: 20 }, NOW_MS),
    wanted,
  );
  assert.deepEqual(after.refused, { sys_spdlimit: 60 });
  assert.deepEqual(toTell(wanted, after, NOW_MS), {});
  assert.deepEqual(toTell({ ...wanted, sys_spdlimit: 70 }, after, NOW_MS), { sys_spdlimit: 70 });
  const { state, differs } = templateRow('D1', wanted, after);
  assert.deepEqual([state, differs], ['refused', [{ parameter: 'sys_spdlimit', wanted: 60, has: 85, refused: true }]]);
});

test('a device that forgets is told three times in a day, and again on the next', () => {
  let state = read({ sys_spdlimit: 85, net_hbsec: 20 });
  for (let time = 0; time < 3; time += 1) {
    assert.notDeepEqual(toTell(wanted, state, NOW_MS + time), {}, `time ${time + 1}`);
    state = told(state, NOW_MS + time);
  }
  assert.deepEqual(toTell(wanted, state, NOW_MS + 10), {});
  assert.notDeepEqual(toTell(wanted, state, NOW_MS + DAY_MS + 10), {});
});

test('its row: unread, the same, or what differs', () => {
  assert.equal(templateRow('D1', wanted, undefined).state, 'unread');
  assert.equal(
    templateRow('D1', wanted, heard(unreadState(1), ['net_hbsec'], { net_hbsec: 20 }, NOW_MS)).state,
    'unread',
  );
  assert.deepEqual(templateRow('D1', wanted, read(wanted)), {
    deviceid: 'D1',
    state: 'same',
    read: NOW_MS,
    differs: [],
  });
  const held = templateRow('D1', wanted, read({ net_hbsec: 20 }));
  assert.equal(held.state, 'unsupported', 'it holds all that it has');
  assert.deepEqual(held.differs, [{ parameter: 'sys_spdlimit', wanted: 60, refused: true }]);
  assert.equal(templateRow('D1', wanted, read({})).state, 'unsupported');
  const refusing = afterTelling(read({ net_hbsec: 30 }), { net_hbsec: 20 });
  assert.equal(templateRow('D1', wanted, refusing).state, 'refused');
  const lacking = templateRow('D1', wanted, read({ net_hbsec: 30 }));
  assert.equal(lacking.state, 'differs');
  assert.deepEqual(lacking.differs, [
    { parameter: 'sys_spdlimit', wanted: 60, refused: true },
    { parameter: 'net_hbsec', wanted: 20, has: 30, refused: false },
  ]);
});
