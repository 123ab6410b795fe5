// The group filter: who asks for groups, in which order they come, and that choosing one narrows to its devices, also later.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStore } from 'zustand/vanilla';
import { DrivenClock, settle } from './driven-clock.ts';
import { Groups, noGroups } from './groups.ts';
import type { GroupState } from './groups.ts';
import { signedOut } from './session.ts';
import type { Session } from './session.ts';

const group = (groupid: string, name: string) => ({ groupid, parentid: null, name, updatetime: 0 });

const setUp = (stored = '') => {
  const clock = new DrivenClock();
  const session = createStore<Session>(() => signedOut);
  const asked: string[] = [];
  const narrowed: (string[] | undefined)[] = [];
  const fleet = {
    groups: [group('1', 'b'), group('2', 'a'), group('3', 'c')],
    ids: ['x', 'y'],
    broken: false,
    away: false,
    late: false,
  };
  const lateTrees: ((names: string[]) => Promise<void>)[] = [];
  const late: { id: string; settle: (ids: string[] | undefined) => Promise<void> }[] = [];
  let kept = stored;
  const groups = new Groups({
    state: createStore<GroupState>(() => noGroups),
    clock,
    session,
    askGroups: async () => {
      asked.push('groups');
      if (fleet.away) throw new Error('away');
      if (!fleet.late) return fleet.groups;
      return new Promise((resolve) => {
        lateTrees.push(async (names) => {
          resolve(names.map((name) => group('2', name)));
          await settle();
        });
      });
    },
    askDevices: async (id) => {
      asked.push(id);
      if (fleet.broken) throw new Error('away');
      if (!fleet.late) return fleet.ids;
      return new Promise((resolve, reject) => {
        const answer = async (ids: string[] | undefined): Promise<void> => {
          if (ids === undefined) reject(new Error('away'));
          else resolve(ids);
          await settle();
        };
        late.push({ id, settle: answer });
      });
    },
    narrow: (only) => narrowed.push(only === undefined ? undefined : [...only]),
    remember: {
      read: () => kept,
      write: (id) => {
        kept = id;
      },
    },
  });
  const signIn = async (level: number): Promise<void> => {
    session.setState({ loginFlag: 1, level });
    await settle();
  };
  return {
    clock,
    session,
    asked,
    narrowed,
    fleet,
    late,
    lateTrees,
    groups,
    signIn,
    kept: () => kept,
    state: () => groups.state.getState(),
  };
};

describe('groups', () => {
  it('[F-STATE-005] usergroup is sorted by name: b, a, c come out a, b, c', async () => {
    const { signIn, state } = setUp();
    await signIn(0);
    assert.deepEqual(
      state().usergroup.map(({ name }) => name),
      ['a', 'b', 'c'],
    );
  });

  it('come back to the remembered choice also when the server could not be asked at first', async () => {
    const { clock, signIn, fleet, state, narrowed } = setUp('2');
    fleet.away = true;
    await signIn(0);
    assert.equal(state().filterGroupid, '');
    fleet.away = false;
    await clock.pass(60_000);
    await settle();
    assert.equal(state().filterGroupid, '2');
    assert.deepEqual(narrowed.at(-1), ['x', 'y']);
  });

  it('are asked after sign-in as level 0 only, once for each sign-in', async () => {
    for (const level of [1, 2, 3]) {
      const { signIn, asked } = setUp();
      await signIn(level);
      assert.deepEqual(asked, []);
    }
    const { signIn, asked, session } = setUp();
    await signIn(0);
    session.setState({ heartbeat: true });
    await settle();
    assert.deepEqual(asked, ['groups']);
  });

  it('narrow to the devices of the chosen one, and to all again', async () => {
    const { signIn, groups, narrowed, kept } = setUp();
    await signIn(0);
    groups.choose('2');
    await settle();
    assert.deepEqual([narrowed.at(-1), kept()], [['x', 'y'], '2']);
    groups.choose('');
    assert.deepEqual([narrowed.at(-1), kept()], [undefined, '']);
  });

  it('restore a stored choice that still exists, and no other', async () => {
    const present = setUp('3');
    await present.signIn(0);
    assert.equal(present.state().filterGroupid, '3');
    const gone = setUp('9');
    await gone.signIn(0);
    assert.equal(gone.state().filterGroupid, '');
  });

  it('follow the group as devices come and go, and drop one that was deleted', async () => {
    const { signIn, groups, narrowed, fleet, clock, state } = setUp();
    await signIn(0);
    groups.choose('2');
    await settle();
    const times = narrowed.length;
    await clock.pass(60_000);
    assert.equal(narrowed.length, times, 'the same devices narrow nothing again');
    fleet.ids = ['x', 'y', 'z'];
    groups.fleetChanged('another list');
    await settle();
    assert.deepEqual(narrowed.at(-1), ['x', 'y', 'z']);
    fleet.groups = [group('1', 'b')];
    await clock.pass(60_000);
    assert.deepEqual([narrowed.at(-1), state().filterGroupid], [undefined, '']);
  });

  it('take no answer that was asked for before the one they have, whichever comes first', async () => {
    const { signIn, groups, fleet, late, narrowed, state } = setUp();
    await signIn(0);
    fleet.late = true;
    groups.choose('2');
    for (let i = 0; i < 3; i += 1) groups.changed({ A: 'links' });
    const [first, second, third, fourth] = late;
    await second?.settle(['second']);
    assert.deepEqual([narrowed.at(-1), state().asking], [['second'], false], 'no need to wait for the newest');
    await first?.settle(['first']);
    assert.deepEqual(narrowed.at(-1), ['second']);
    await fourth?.settle(['fourth']);
    await third?.settle(undefined);
    assert.deepEqual([narrowed.at(-1), state().failed], [['fourth'], false]);
    groups.choose('1');
    groups.changed({ A: 'links' });
    await late.at(-1)?.settle(undefined);
    await late.at(-2)?.settle(['of before']);
    assert.deepEqual([narrowed.at(-1), state().failed], [['fourth'], true]);
  });

  it('show the tree that was asked for last, whichever answer comes first', async () => {
    const { signIn, groups, fleet, lateTrees, state } = setUp();
    await signIn(0);
    fleet.late = true;
    for (let i = 0; i < 2; i += 1) groups.changed({ A: 'tree' });
    const [first, second] = lateTrees;
    await second?.(['newer']);
    await first?.(['older']);
    assert.deepEqual(
      state().usergroup.map(({ name }) => name),
      ['newer'],
    );
  });

  it('say when the devices cannot be asked, and heal', async () => {
    const { signIn, groups, fleet, clock, state, narrowed } = setUp();
    await signIn(0);
    fleet.broken = true;
    groups.choose('2');
    await settle();
    assert.deepEqual([state().failed, state().asking], [true, false]);
    fleet.broken = false;
    await clock.pass(60_000);
    assert.deepEqual([state().failed, narrowed.at(-1)], [false, ['x', 'y']]);
  });

  it('are not asked of a server that is away', async () => {
    const { signIn, session, asked, clock } = setUp();
    await signIn(0);
    session.setState({ downSinceMs: clock.now() });
    await clock.pass(180_000);
    assert.deepEqual(asked, ['groups']);
    session.setState({ downSinceMs: undefined });
    await clock.pass(60_000);
    assert.deepEqual(asked, ['groups', 'groups']);
  });

  it('are forgotten with the sign-in', async () => {
    const { signIn, groups, session, state, narrowed } = setUp();
    await signIn(0);
    groups.choose('2');
    await settle();
    session.setState({ ...signedOut });
    assert.deepEqual([state().usergroup, state().filterGroupid, narrowed.at(-1)], [[], '', undefined]);
  });
});
