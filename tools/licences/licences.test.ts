import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findModules } from './imports.ts';
import { licenceNotice, noticedPackages } from './licences.ts';
import { type Noticed, licenceProblems, noticeText } from './notice.ts';
import { type Lock, buildTools, shippedPackages } from './shipped.ts';

const made = (changes: Partial<Noticed> = {}): Noticed => ({
  name: 'one',
  version: '1.0.0',
  folder: 'node_modules/one',
  licence: 'MIT',
  server: true,
  console: false,
  text: 'MIT License',
  ...changes,
});

test('a package without a text, without a licence or under one that is not on the list is reported', () => {
  assert.deepEqual(licenceProblems([made(), made({ licence: '(MIT OR GPL-3.0)' })]), []);
  assert.match(licenceProblems([made({ text: ' \n' })])[0] ?? '', /one 1\.0\.0 brings no licence text/);
  assert.match(licenceProblems([made({ licence: '' })])[0] ?? '', /names no licence/);
  for (const licence of ['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN FILE', 'AGPL-3.0 OR SSPL-1.0'])
    assert.match(licenceProblems([made({ licence })])[0] ?? '', /not on the list/, licence);
});

test('the notice has each package with its text, and one text once', () => {
  const text = noticeText(
    [made(), made({ name: 'two', server: false, console: true }), made({ name: 'three', text: 'Another' })],
    'Before',
    'After',
  );
  assert.match(text, /^Before\n/);
  assert.match(text, /one 1\.0\.0 \(MIT; server\)\ntwo 1\.0\.0 \(MIT; console\)\n=+\n\nMIT License\n/);
  assert.equal(text.split('MIT License').length, 2);
  assert.match(text, /three 1\.0\.0 \(MIT; server\)\n=+\n\nAnother\n\nAfter\n$/);
});

const lock: Lock = {
  'apps/server': { dependencies: { a: '1' } },
  'apps/console': { dependencies: { b: '1', vite: '1' } },
  'packages/contract': { dependencies: { c: '1' } },
  'node_modules/a': {
    version: '1.0.0',
    license: 'MIT',
    dependencies: { b: '2' },
    optionalDependencies: { other: '1' },
  },
  'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC' },
  'node_modules/b': {
    version: '1.0.0',
    license: 'MIT',
    peerDependencies: { d: '1', typescript: '*' },
    peerDependenciesMeta: { typescript: { optional: true } },
  },
  'node_modules/c': { version: '3.0.0', license: 'MIT' },
  'node_modules/d': { version: '4.0.0', license: 'MIT' },
  'node_modules/vite': { version: '8.0.0', license: 'MIT' },
  'node_modules/typescript': { version: '7.0.0', license: 'Apache-2.0' },
  'node_modules/other': { version: '1.0.0', license: 'MIT' },
  ...Object.fromEntries(
    ['core', 'expiration', 'precaching', 'routing', 'strategies'].map((part) => [
      `node_modules/workbox-${part}`,
      { version: '7.0.0', license: 'MIT' },
    ]),
  ),
};

test('shipped is what the server runs and what browsers load, with all that it needs, and not what only builds', () => {
  const shipped = shippedPackages(lock, (folder) => folder !== 'node_modules/other');
  const said = shipped
    .filter(({ name }) => !name.startsWith('workbox-'))
    .map(
      ({ name, version, server, console }) =>
        `${name} ${version}${server ? ' server' : ''}${console ? ' console' : ''}`,
    );
  assert.deepEqual(said, [
    'a 1.0.0 server',
    'b 2.0.0 server',
    'b 1.0.0 console',
    'c 3.0.0 server console',
    'd 4.0.0 console',
  ]);
  assert.ok(
    shipped.some(({ name, console }) => name === 'workbox-core' && console),
    'the service worker is made of it',
  );
  assert.throws(
    () => shippedPackages({ ...lock, 'packages/contract': { dependencies: { gone: '1' } } }, () => true),
    /gone/,
  );
});

test('this workspace: every module that server and console import is noticed, and build tools are imported by neither', () => {
  const noticed = noticedPackages();
  assert.deepEqual(licenceProblems(noticed), []);
  const namesOf = (side: 'server' | 'console') => new Set(noticed.filter((each) => each[side]).map(({ name }) => name));
  for (const [side, folder] of [
    ['server', 'apps/server/src'],
    ['console', 'apps/console/src'],
    ['server', 'packages'],
  ] as const) {
    const names = namesOf(side);
    for (const name of findModules(folder)) {
      assert.ok(names.has(name), `${folder} imports ${name}, which the notice lacks`);
      if (side === 'console') assert.ok(!buildTools.has(name), `${name} only builds`);
    }
  }
  const text = licenceNotice();
  for (const part of ['libavcodec', 'GNU LESSER GENERAL PUBLIC LICENSE', 'Written offer', 'GeoNames'])
    assert.ok(text.includes(part));
});
