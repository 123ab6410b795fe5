// The common gate, case by case, and the rules of the sign-in form.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rights } from '@outrider/contract';
import { gateStep, mayOpen } from './gate-rule.ts';
import type { GateInput } from './gate-rule.ts';
import { loginProblem, mayReturnTo, startPath, wantedOf } from './login/login-rules.ts';

const inside: GateInput = {
  autoLogin: 'true',
  loginFlag: 1,
  resuming: false,
  allowed: true,
  otherwise: '/',
  onPhone: undefined,
  phone: false,
};

describe('the gate', () => {
  const cases: [string, Partial<GateInput>, string][] = [
    ['nothing stored', { autoLogin: '' }, '/login'],
    ["flag 0 and AutoLogin 'false'", { loginFlag: 0, autoLogin: 'false' }, '/login'],
    ['flag 2', { loginFlag: 2 }, '/login'],
    ["flag 0 and AutoLogin 'true'", { loginFlag: 0 }, 'wait'],
    ["signed in for this page only, AutoLogin 'false'", { autoLogin: 'false' }, 'show'],
    ['still asking whether a session lives', { loginFlag: 0, autoLogin: 'false', resuming: true }, 'wait'],
    ['a missing right', { allowed: false }, '/'],
    ['a missing right on the dashboard', { allowed: false, otherwise: '/idle' }, '/idle'],
    ['a phone on the map', { phone: true, onPhone: '/blockview', allowed: false }, '/blockview'],
    ['a phone elsewhere', { phone: true }, 'show'],
  ];
  for (const [what, part, expected] of cases)
    it(`${what}: ${expected}`, () => {
      const step = gateStep({ ...inside, ...part });
      assert.equal(step.kind === 'go' ? step.to : step.kind, expected);
    });
});

describe('who may open a screen', () => {
  const all = { level: 0, rights: new Set(rights), ownHost: true };
  const gate = { path: '/fence', right: 'P_live' } as const;
  it('asks for its right', () => {
    assert.equal(mayOpen(all, gate), true);
    assert.equal(mayOpen({ ...all, rights: new Set(['P_dash']) }, gate), false);
  });
  it('asks for a level no higher than its highest, where it has one', () => {
    const limited = { ...gate, maxLevel: 1 };
    assert.deepEqual(
      [0, 1, 2, 3].map((level) => mayOpen({ ...all, level }, limited)),
      [true, true, false, false],
    );
    assert.equal(mayOpen({ ...all, level: 3 }, gate), true);
    assert.equal(mayOpen({ ...all, rights: new Set() }, limited), false, 'the right as well');
  });
  it("is for the page's own server only where it says so", () => {
    assert.equal(mayOpen({ ...all, ownHost: false }, gate), true);
    assert.equal(mayOpen({ ...all, ownHost: false }, { ...gate, ownHost: true }), false);
    assert.equal(mayOpen(all, { ...gate, ownHost: true }), true);
  });
  it('leaves the map to who sees positions, whatever its row says', () => {
    const map = { ...gate, path: '/' };
    assert.equal(mayOpen({ ...all, rights: new Set(['F_gps']) }, map), true);
    assert.equal(mayOpen({ ...all, rights: new Set(['P_live']) }, map), false);
  });
});

describe('the sign-in form', () => {
  const address = { host: 'fleet.test', port: '24680' };
  const form = { userName: 'admin', password: 'x', address };
  it('has the documented words for each omission', () => {
    assert.equal(loginProblem({ ...form, userName: '' }), 'Oops Invalid username or password');
    assert.equal(loginProblem({ ...form, password: '' }), 'Oops Invalid username or password');
    assert.equal(loginProblem({ ...form, address: { ...address, host: '' } }), 'Empty Server Address');
    assert.equal(loginProblem({ ...form, address: { ...address, host: 'a/b' } }), 'Wrong Server Address');
    assert.equal(loginProblem({ ...form, address: { ...address, port: '' } }), 'Empty Server Port');
    assert.equal(loginProblem(form), undefined);
    assert.equal(loginProblem({ ...form, address: undefined }), undefined);
  });
  it('leads to the map only where there is one and room for it', () => {
    assert.deepEqual(
      [startPath(true, false), startPath(true, true), startPath(false, false)],
      ['/', '/blockview', '/blockview'],
    );
  });
});

describe('the address that led to the form', () => {
  const gates = [
    { path: '/', right: 'F_gps' },
    { path: '/liveview/:deviceId?', right: 'P_live' },
    { path: '/setting', right: 'admin' },
  ] as const;
  const viewer = { level: 2, rights: new Set(['P_live'] as const), ownHost: true };
  const back = (pathname: string): boolean => mayReturnTo({ pathname, search: '', hash: '' }, viewer, gates);
  it('is kept where it is a screen that the account may open', () => {
    assert.equal(back('/liveview/TRK-1'), true);
    assert.equal(back('/setting'), false);
    assert.equal(back('/'), false);
    assert.equal(back('/nothing'), false);
  });
  it('is never an address of others', () => {
    for (const other of [
      'https://evil.example/liveview',
      '//evil.example',
      '//evil.example/liveview',
      '/\\\\evil.example',
      'javascript:alert(1)',
      '',
    ])
      assert.equal(back(other), false, other);
  });
  it('is read from the history entry only in the form that a gate writes', () => {
    const wanted = { pathname: '/liveview/1', search: '?a=b', hash: '#c' };
    assert.deepEqual(wantedOf({ wanted }), wanted);
    assert.deepEqual(wantedOf({ wanted: { pathname: '/x' } }), { pathname: '/x', search: '', hash: '' });
    for (const other of [null, 'x', {}, { wanted: null }, { wanted: '/x' }, { wanted: { pathname: 7 } }])
      assert.equal(wantedOf(other), undefined);
  });
});
