// What the check of test files must and must not report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findServerErrorsAccepted, findTestOffences } from './test-habits.ts';

const real = "test('x', () => { assert.ok(y); });\n";
const whys = (source: string): string[] =>
  findTestOffences('a.test.ts', source).map(({ line, why }) => `${line} ${why}`);
const lines = (source: string): number[] => findTestOffences('a.test.ts', real + source).map(({ line }) => line);

test('a test or a group that leaves the others out is reported, however it is written', () => {
  for (const only of ['test.only', 'it.only', 'describe.only', 'suite.only', 't.test.only', 'test.describe.only'])
    assert.deepEqual(lines(`${only}('x', () => { assert.ok(1); });`), [2], only);
  assert.deepEqual(lines("test('x', { only: true }, () => { assert.ok(1); });"), [2]);
  assert.deepEqual(
    lines("test('only', { timeout: 5 }, () => { assert.ok(only); });\nmap.only(); pattern.it.only();"),
    [],
  );
});

test('a file without a test is reported; one whose tests are made in a loop is not', () => {
  assert.deepEqual(whys("import { test } from 'node:test'; describe('x', () => {});"), [
    '1 a test file without a test',
  ]);
  assert.deepEqual(whys('for (const a of b) it(`${a}`, () => { check(a); });'), []);
});

test('a test without a statement is reported; one whose body is a name or an expression is not', () => {
  assert.deepEqual(lines("test('x');\nit('y', () => {});\ntest('z', { timeout: 5 }, async () => {});"), [2, 3, 4]);
  assert.deepEqual(
    lines("why.test(text);\ntest('x', body);\ntest('y', () => check());\ntest('z', make(1));\ntest.use(a);"),
    [],
  );
});

test('a loop that waits and counts nothing is reported', () => {
  for (const wait of [
    'while (true) await turn();',
    'for (;;) { if (await seen()) break; }',
    'while (!holds()) await turn();',
    'for (; paths.length < 4;) await turn();',
    'do { await turn(); } while (paths.length < 4);',
    'const f = async () => { while (!holds()) { const a = () => { throw b; }; await turn(); } };',
  ])
    assert.deepEqual(lines(wait), [2], wait);
});

test('a loop that counts, throws, asserts or looks at the clock is not, nor one that does not wait', () => {
  for (const loop of [
    'for (let i = 0; i < 9; i += 1) await turn();',
    'for (;;) { if (await seen()) break; if (late) throw new Error(); }',
    'while (!holds()) { await turn(); assert.ok(tries < 9); }',
    'while ((row = await next()) !== undefined) use(row);',
    'for (let at = 0; ;) { const page = await read(at); if (page.length < 7) break; at = page.at(-1); }',
    'while (performance.now() < endMs) await turn();',
    'while (clock.now() < endMs) await turn();',
    'while (at < bytes.length) at += 1;',
    'while (!holds()) { tries++; await turn(); }',
    'while (at < 3) later(async () => { await turn(); });',
    'for await (const a of b) use(a);',
  ])
    assert.deepEqual(lines(loop), [], loop);
});

test('in a test of rights nothing from 500 up is accepted, and no status by what it is not', () => {
  const found = (source: string): number[] =>
    findServerErrorsAccepted('rights.test.ts', source).map(({ line }) => line);
  assert.deepEqual(found('assert.ok([200, 400, 500].includes(status));'), [1]);
  assert.deepEqual(found('assert.notEqual(status, 401);\nassert.notStrictEqual((await get()).status, 401);'), [1, 2]);
  assert.deepEqual(found('assert.ok(all.every((status) => status !== 401 && status !== 403));'), [1]);
  assert.deepEqual(found('test(a, () => {\n  assert.ok(![401, 403].includes(status), told);\n});'), [2]);
  for (const good of [
    'assert.ok([200, 404].includes(status));',
    'assert.ok(![401, 403, 500, 503].includes(status));',
    'assert.ok(all.every((status) => status !== 401 && status < 500));',
    'assert.notEqual(user, 7); wait(500);',
    'assert.equal(status === 403, !allowed);',
  ])
    assert.deepEqual(found(good), [], good);
});
