// What the form must hold, and where a viewer goes from it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Gate } from '../../screens/route.ts';
import { loginProblem, mayReturnTo, startPath, wantedOf } from './login-rules.ts';

it('names the first thing that is wrong', () => {
  const form = { userName: 'ann', password: 'secret', address: { host: 'fleet.example', port: '443' } };
  const problem = (change: object) => loginProblem({ ...form, ...change });
  const none = 'Oops Invalid username or password';
  assert.equal(problem({}), undefined);
  assert.equal(problem({ address: undefined }), undefined);
  assert.equal(problem({ userName: '' }), none);
  assert.equal(problem({ password: '' }), none);
  assert.equal(problem({ userName: '', address: { host: '', port: '' } }), none);
  assert.equal(problem({ address: { host: '', port: '' } }), 'Empty Server Address');
  assert.equal(problem({ address: { host: 'http://fleet', port: '' } }), 'Wrong Server Address');
  assert.equal(problem({ address: { host: 'fleet', port: '' } }), 'Empty Server Port');
});
it('starts on the map, where there is one and room for it', () => {
  assert.deepEqual(
    [startPath(true, false), startPath(true, true), startPath(false, false), startPath(false, true)],
    ['/', '/blockview', '/blockview', '/blockview'],
  );
});
it('reads what a gate left, and nothing else', () => {
  const whole = { pathname: '/logs', search: '?a=1', hash: '#x' };
  assert.deepEqual(wantedOf({ wanted: whole }), whole);
  assert.deepEqual(wantedOf({ wanted: { pathname: '/logs' } }), { pathname: '/logs', search: '', hash: '' });
  for (const none of [undefined, null, 'text', {}, { wanted: null }, { wanted: '/logs' }, { wanted: undefined }])
    assert.equal(wantedOf(none), undefined);
  for (const part of ['pathname', 'search', 'hash'])
    assert.equal(wantedOf({ wanted: { ...whole, [part]: 5 } }), undefined);
});
it('returns to a screen of ours that the viewer may open', () => {
  const gates: readonly Gate[] = [
    { path: '/logs/:kind?', right: 'signed-in' },
    { path: '/users', right: 'admin' },
  ];
  const viewer = { level: 3, rights: new Set<never>(), ownHost: true };
  const may = (pathname: string, level = 3) =>
    mayReturnTo({ pathname, search: '', hash: '' }, { ...viewer, level }, gates);
  assert.deepEqual(
    [may('/logs'), may('/logs/access'), may('/logs/access/more'), may('/elsewhere')],
    [true, true, false, false],
  );
  assert.deepEqual([may('/users'), may('/users', 0)], [false, true]);
});
