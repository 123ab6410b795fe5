// Many templates for many devices: counted in pieces between which others have their turn, no more often than a twentieth of the thread allows,
// and shown with those first that need somebody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rights } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { byNeed, TemplateFleet } from './template-fleet.ts';
import { unreadState } from './template-step.ts';
import type { ParameterState, StoredTemplate } from './store/templates.ts';

const NOW_MS = 1_800_000_000_000;
const template = (id: number, updatedMs = NOW_MS): StoredTemplate => ({
  id,
  name: `T${id}`,
  memo: '',
  sheet: { sys_spdlimit: 60 },
  groupIds: [1],
  keep: true,
  userId: 3,
  userName: 'ann',
  updatedMs,
  updatedBy: 'ann',
});
const caller: Caller = {
  userId: 3,
  userName: 'ann',
  level: 2,
  rights: new Set(rights),
  sessionId: null,
  address: '',
};
const has = (deviceKey: number, limit: number): ParameterState => ({
  ...unreadState(deviceKey),
  readMs: NOW_MS,
  has: { sys_spdlimit: limit },
});

const setUp = (size: number) => {
  const clock = createManualClock();
  const states = new Map<number, ParameterState>();
  let looks = 0;
  const fleet = new TemplateFleet({
    templates: {
      has: () => {
        looks += 1;
        clock.advance(1);
        return true;
      },
    },
    stateOf: (key) => states.get(key),
    visible: () => Array.from({ length: size }, (_, i) => ({ key: i + 1, id: `D${String(i + 1).padStart(4, '0')}` })),
    clock,
  });
  return { clock, states, fleet, looks: () => looks };
};

test('each device stands as it said last; those that need somebody come first', async () => {
  const { states, fleet } = setUp(4);
  states.set(1, has(1, 60));
  states.set(3, has(3, 90));
  states.set(4, { ...has(4, 90), refused: { sys_spdlimit: 60 } });
  const counts = await fleet.counts(caller, [template(7)]);
  assert.deepEqual(counts.get(7), { same: 1, differs: 1, refused: 1, unsupported: 0, unread: 1 });
  const members = await fleet.members(caller, template(7));
  assert.deepEqual(
    members.toSorted(byNeed).map(({ id, state }) => [id, state]),
    [
      ['D0003', 'differs'],
      ['D0004', 'refused'],
      ['D0002', 'unread'],
      ['D0001', 'same'],
    ],
  );
});

test('counting lets others have their turn, and what took long holds twenty times as long, of what was not changed', async () => {
  const { clock, fleet, looks } = setUp(1000);
  let turns = 0;
  let counting = true;
  const turn = (): void => {
    turns += 1;
    if (counting) setImmediate(turn);
  };
  setImmediate(turn);
  const all = [template(1), template(2)];
  await Promise.all([fleet.counts(caller, all), fleet.counts(caller, all)]);
  counting = false;
  assert.ok(turns > 50, `${turns} turns for others in 2000 looks of a millisecond`);
  assert.equal(looks(), 2000, 'counted once for both who asked');
  clock.advance(30_000);
  await fleet.counts(caller, all);
  assert.equal(looks(), 2000, 'two seconds of work hold for forty');
  await fleet.counts(caller, [template(1), template(2, NOW_MS + 1000)]);
  assert.equal(looks(), 3000, 'one that was changed is counted');
  clock.advance(41_000);
  await fleet.counts(caller, all);
  assert.ok(looks() >= 4000, 'and all of them after a while');
});
