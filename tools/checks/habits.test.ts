// What the habit check must and must not report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClockReads, findOwnSaves, findSpecOffences } from './habits.ts';

const clockLines = (source: string): number[] => findClockReads('a.ts', source).map((hit) => hit.line);
const specLines = (source: string): number[] => findSpecOffences('a.spec.ts', source).map((hit) => hit.line);

const clockReads = [
  'new Date();',
  'Date();',
  'Date.now();',
  'globalThis.Date.now();',
  'performance.now();',
  'setTimeout(f, 1);',
  'window.setInterval(f, 1);',
  'AbortSignal.timeout(5);',
  "import { setTimeout as sleep } from 'node:timers/promises';",
];

test('every way to read the clock or set a timer is reported, with its line', () => {
  for (const read of clockReads) assert.deepEqual(clockLines(`let a = 1;\n${read}`), [2], read);
});

test('arithmetic on given times is no clock read, nor is a clock that was handed in', () => {
  assert.deepEqual(
    clockLines('new Date(ms); Date.UTC(2020, 1); Date.parse(t); clock.now(); clock.setTimeout(f, 1);'),
    [],
  );
});

test('letting others go first waits for no time', () => {
  assert.deepEqual(clockLines("import { setImmediate as next } from 'node:timers/promises';"), []);
  assert.deepEqual(clockLines("import { setImmediate, setTimeout } from 'node:timers/promises';"), [1]);
  assert.deepEqual(clockLines("import * as timers from 'node:timers';"), [1]);
});

test('a file that is saved by hand is reported, an attribute of a link and a field of that name are not', () => {
  const lines = (source: string): number[] => findOwnSaves('a.tsx', source).map(({ line }) => line);
  assert.deepEqual(lines('const a = 1;\nlink.download = `${name}.csv`;'), [2]);
  assert.deepEqual(lines('const a = { download: 1 }; f(a.download); const b = <a href={x} download={name} />;'), []);
});

test('the name of a timer in a comment, a text or a type is no offence', () => {
  assert.deepEqual(
    clockLines("// setTimeout(f)\nconst a = 'Date.now()'; type T = ReturnType<typeof setTimeout>; let d: Date;"),
    [],
  );
});

test('a spec may not wait for a fixed time', () => {
  assert.deepEqual(specLines('await page.waitForTimeout(5);\nsetTimeout(f, 1);'), [1, 2]);
});

test('an assertion under if, ?:, &&, switch or catch is reported, one beside them is not', () => {
  assert.deepEqual(specLines('if (a) {\n  assert.equal(1, 1);\n}\nassert.ok(b);'), [2]);
  assert.deepEqual(specLines('a ? expect(1).toBe(1) : 0;\nb && assert(true);'), [1, 2]);
  assert.deepEqual(specLines('switch (a) { case 1: assert.ok(1); }\ntry { f(); } catch { assert.fail(); }'), [1, 2]);
  assert.deepEqual(specLines('if (a) b();\nassert.ok(a && b);\nexpect(a ? 1 : 2).toBe(1);'), []);
});

test('a browser test under another runner is reported, as is one without our endings', () => {
  for (const source of ["import { test } from 'node:test';", "import { expect as e } from '@playwright/test';"])
    assert.deepEqual(specLines(`let a = 1;\n${source}`), [2], source);
  assert.deepEqual(specLines("import { test } from './test.ts'; import type { Page } from '@playwright/test';"), []);
});
