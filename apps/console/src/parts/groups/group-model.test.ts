// The tree of groups as screens look at it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  branchOf,
  groupModel,
  inOrder,
  linkModel,
  pathOf,
  pathText,
  possibleParents,
  withLink,
} from './group-model.ts';

const group = (groupid: string, parentid: string | null, name: string) => ({ groupid, parentid, name, updatetime: 0 });
const groups = [
  group('1', null, 'root'),
  group('2', '1', 'c'),
  group('3', '1', 'a'),
  group('4', '1', 'b'),
  group('5', '2', 'coast'),
];
const model = groupModel(groups);
const names = (found: readonly { name: string }[]): string => found.map(({ name }) => name).join(' ');

test('children stand by name, and the way leads from the root', () => {
  assert.equal(names(model.below('1')), 'a b c');
  assert.equal(names(pathOf(model, '5')), 'root c coast');
  assert.equal(pathText(model, '5'), 'root → c → coast');
  assert.equal(names(pathOf(model, '99')), '');
  assert.equal(names(inOrder(model)), 'root a b c coast');
});

test('[A-GROUP-015] unit: a group is offered no parent out of its own branch', () => {
  assert.deepEqual([...branchOf(model, '2')], ['2', '5']);
  assert.equal(names(possibleParents(model, '2')), 'root a b');
  assert.equal(names(possibleParents(model, '1')), '');
});

test('what an account reaches has several tops, and a circle ends', () => {
  const part = groupModel([group('2', '1', 'c'), group('9', null, 'b'), group('5', '2', 'coast')]);
  assert.equal(names(part.tops), 'b c');
  assert.equal(names(pathOf(part, '5')), 'c coast');
  const circle = groupModel([group('1', '2', 'x'), group('2', '1', 'y')]);
  assert.equal(names(pathOf(circle, '1')), 'y x');
  assert.equal(names(inOrder(circle)), '');
});

test('links are found from either side, and one put in twice is in once', () => {
  const links = [
    { groupid: '2', deviceid: 'A' },
    { groupid: '3', deviceid: 'A' },
  ];
  const found = linkModel(links);
  assert.deepEqual([[...found.inGroup('2')], found.ofDevice('A'), [...found.inGroup('9')]], [['A'], ['2', '3'], []]);
  assert.equal(withLink(links, { groupid: '2', deviceid: 'A' }, true), links);
  assert.equal(withLink(links, { groupid: '2', deviceid: 'B' }, false), links);
  assert.deepEqual(withLink(links, { groupid: '3', deviceid: 'A' }, false), [links[0]]);
  assert.equal(withLink(links, { groupid: '3', deviceid: 'B' }, true).length, 3);
});
