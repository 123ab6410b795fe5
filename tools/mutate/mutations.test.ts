// Which changes a source is given, and which parts of it are left alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutationsOf, withMutation } from './mutations.ts';

const changes = (source: string): string[] =>
  mutationsOf('x.ts', source).map(({ before, after }) => `${before} > ${after}`);

test('operators, constants and conditions are turned, statements go', () => {
  assert.deepEqual(changes('const a = b <= 2;'), ['<= > <', '2 > 3']);
  assert.deepEqual(changes('const a = b && !c;'), ['&& > ||', '! > ']);
  assert.deepEqual(changes("const a = b ? 'x' : true;"), ['b > true', 'b > false', "'x' > ''", 'true > false']);
  assert.deepEqual(changes('if (a > b) run();'), ['a > b > true', 'a > b > false', '> > >=', 'run(); > ;']);
  assert.deepEqual(changes('while (a) { n += 1; i++; }'), [
    'a > false',
    'n += 1; > ;',
    '+= > -=',
    '1 > 2',
    'i++; > ;',
    '++ > --',
  ]);
});

test('types, names, imports, documentation and words of errors stay', () => {
  for (const source of [
    "import { a } from './a.ts';",
    "export { a } from './a.ts';",
    "type A = 'x' | 1;",
    "const a = (b: 'x'): 1 | undefined => b satisfies 'x';",
    "const a = { about: 'it is so', example: { I: '1' } };",
    "'use strict';",
    'const a = `${b} words`;',
  ])
    assert.deepEqual(changes(source), [], source);
  assert.deepEqual(changes("throw new Error('no');"), ["throw new Error('no'); > ;"]);
  assert.deepEqual(changes('const a = (1 as number)!;'), ['1 > 2']);
});

test('a change lies where it says, and nothing else changes', () => {
  const source = "const text = 'a < b';\nconst a = /* < */ b < - -c;\n";
  const [, less, minus] = mutationsOf('x.ts', source);
  assert.ok(less && minus);
  assert.equal(
    withMutation(source, less).replaceAll(/ +/g, ' '),
    "const text = 'a < b';\nconst a = /* < */ b <= - -c;\n",
  );
  assert.equal(
    withMutation(source, minus).replaceAll(/ +/g, ' '),
    "const text = 'a < b';\nconst a = /* < */ b < -c;\n",
  );
});
