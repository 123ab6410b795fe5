// The common gate, case by case, and the rules of the sign-in form.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rights } from '@outrider/contract';
import { gateStep, mayOpen } from './gate-rule.ts';
import type { GateInput } from './gate-rule.ts';
import { loginProblem, startPath } from './login/login-rules.ts';

const inside: GateInput = {
  autoLogin: 'true',
  loginFlag: 1,
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
