import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createLog, createTestLog } from './log.ts';

test('a secret among the facts loses its value at any depth', () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  log.info('signed in', { user: 'admin', token: 'T-1', request: { headers: { Authorization: 'Bearer T-2' } } });
  log.child({ password: 'T-3' }).warn('odd', { list: [{ hash: 'T-4' }] });
  assert.equal(lines.length, 2);
  assert.ok(!lines.join('').includes('T-'), lines.join(''));
  assert.match(lines[0] ?? '', /"level":"info".*"user":"admin".*"msg":"signed in"/);
});

test('an error keeps its stack in the line', () => {
  const lines: string[] = [];
  createLog('error', { write: (line: string) => void lines.push(line) }).error('bug', { err: new Error('boom') });
  assert.match(lines[0] ?? '', /boom.*log\.test\.ts/);
});

test('marks of direction and control characters of devices stand escaped in the line', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  log.warn('odd', { plate: 'A\u202eB\u001b[31m\u009b', err: new Error('of \u2066device') });
  assert.match(lines[0] ?? '', /^[\u0020-\u007e]*\n$/);
  assert.equal(JSON.parse(lines[0] ?? '').plate, 'A\u202eB\u001b[31m\u009b', 'and nothing is lost');
});

test('the test log keeps level, text and facts of children', () => {
  const log = createTestLog();
  log.child({ room: 'x' }).info('started', { port: 1 });
  assert.deepEqual(log.lines, [{ level: 'info', text: 'started', facts: { room: 'x', port: 1 } }]);
});

test('a standard error that takes nothing, as a file on a full disk, does not end the program', async (t) => {
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  const words = `import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
    const log = createLog('info');
    for (let i = 0; i < 3; i += 1) log.child({ i }).warn('nobody reads this');
    console.log('went on');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', words], { stdio: ['ignore', 'pipe', full] });
  const [said, [code]] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'exit')]);
  assert.deepEqual([said, code], ['went on\n', 0]);
});
