import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PermissionSetRow, rights } from '@outrider/contract';
import { rightGroups } from './right-words.ts';
import {
  NO_CHANGES,
  accessOf,
  backOf,
  changesOf,
  copyName,
  effectsOf,
  isChanged,
  onlyOf,
  renamed,
  toggled,
} from './permission-draft.ts';

const set = (id: string, access: string): PermissionSetRow => ({
  id,
  name: `set ${id}`,
  access: access.padEnd(rights.length, '0'),
  users: 0,
  updatetime: 0,
  updateby: '',
});
const [one, two] = [set('1', '11'), set('2', '0')];

test('a set that says less than all rights has the others at no', () => {
  const short = { ...one, access: '1' };
  assert.deepEqual(accessOf(toggled(NO_CHANGES, short, 2), short), '101'.padEnd(rights.length, '0'));
});

test('[E-ENT-034] a toggle at index k of one set differs from what is saved at position k only, and back is no change', () => {
  for (const k of [0, 2, rights.length - 1]) {
    const draft = toggled(NO_CHANGES, one, k);
    const [before, after] = [one.access.split(''), accessOf(draft, one).split('')];
    assert.equal(after.length, rights.length);
    assert.deepEqual(
      after.flatMap((flag, i) => (flag === before[i] ? [] : [i])),
      [k],
    );
    assert.deepEqual([isChanged(draft, one, k), isChanged(draft, two, k)], [true, false]);
    assert.deepEqual(toggled(draft, one, k), NO_CHANGES);
  }
});

test('a new name is a change until it is the old one again', () => {
  const draft = renamed(NO_CHANGES, two, 'Guards');
  assert.deepEqual(draft.names, { 2: 'Guards' });
  assert.deepEqual(renamed(draft, two, 'set 2'), NO_CHANGES);
});

test('who gains and who loses what, by right', () => {
  let draft = toggled(NO_CHANGES, one, 0); // loses the dashboard
  draft = toggled(draft, two, 0); // gains it
  draft = toggled(draft, two, 2); // gains live view
  assert.equal(changesOf(draft, [one, two]).length, 3);
  const people = ({ id }: PermissionSetRow): string[] => (id === '1' ? ['ann', 'bob'] : ['eve']);
  assert.deepEqual(effectsOf(draft, [one, two], people), [
    { right: 'P_dash', gain: ['eve'], lose: ['ann', 'bob'] },
    { right: 'P_live', gain: ['eve'], lose: [] },
  ]);
});

test('what the server has by now, and sets that are gone, are no changes', () => {
  const draft = renamed(toggled(toggled(NO_CHANGES, one, 0), two, 0), two, 'Guards');
  assert.deepEqual(onlyOf(draft, [one]), { access: draft.access['1'] ? { 1: draft.access['1'] } : {}, names: {} });
  assert.deepEqual(onlyOf(draft, [{ ...one, access: accessOf(draft, one) }]), NO_CHANGES);
});

test('what somebody else saved of a set meanwhile stays, and so it does when the save is taken back', () => {
  const draft = onlyOf(toggled(toggled(NO_CHANGES, one, 0), one, 3), [one]);
  const theirs = set('1', '10101'); // they took 1 away and gave 2 and 4
  const saved = onlyOf(draft, [theirs]);
  assert.equal(accessOf(saved, theirs), set('1', '00111').access);
  assert.deepEqual(
    changesOf(saved, [theirs]).map(({ on }) => on),
    [false, true],
  );
  const back = backOf(saved, [theirs, two]);
  const now = set('1', '0011101'); // and 6, after the save
  assert.equal(accessOf(back, now), set('1', '1010101').access);
  assert.deepEqual(onlyOf(draft, [set('1', '0001')]), NO_CHANGES, 'they did the same');
});

test('a copy has a name of its own', () => {
  assert.equal(copyName('Dealer', '_Copy', ['Dealer']), 'Dealer_Copy');
  assert.equal(copyName('Dealer', '_Copy', ['dealer_copy', 'Dealer_Copy2']), 'Dealer_Copy3');
});

test('every right of the table stands in the matrix once', () => {
  const shown = rightGroups.flatMap((group) => group.rights.map(({ right }) => right));
  assert.deepEqual(shown.toSorted(), [...rights].toSorted());
});
