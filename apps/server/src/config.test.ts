import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { deploymentConfig } from './config-deployment.ts';
import { configKeys, environmentName, flagName, loadConfig, readCommandLine, settings } from './config.ts';

const load = (argv: string[], env: NodeJS.ProcessEnv = {}, cwd = '/nonexistent') =>
  loadConfig(readCommandLine(argv), env, cwd);
const makeFile = (t: TestContext, content: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-config-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'outrider.config.json'), content);
  return folder;
};

test('without a word the documented defaults stand', () => {
  const { config, sources } = load([]);
  assert.deepEqual(
    [config.httpPort, config.commandPort, config.streamPort, config.jt808Port, config.mediaLivePort],
    [8088, 24_680, 8900, 6808, 6078],
  );
  assert.deepEqual(config.talkPorts, [6100, 6119]);
  assert.equal(config.data, '/nonexistent/data');
  assert.equal(sources.get('httpPort'), 'default');
});

test('the command line beats the environment, which beats the file', (t) => {
  const folder = makeFile(t, JSON.stringify({ httpPort: 1, commandPort: 2, streamPort: 3 }));
  const env = { OUTRIDER_DATA: folder, OUTRIDER_HTTP_PORT: '11', OUTRIDER_COMMAND_PORT: '12' };
  const { config, sources } = load(['--port', '21'], env);
  assert.deepEqual([config.httpPort, config.commandPort, config.streamPort], [21, 12, 3]);
  assert.deepEqual(
    [sources.get('httpPort'), sources.get('commandPort'), sources.get('streamPort')],
    ['command line', 'environment', 'file'],
  );
});

test('flags take = or the next word, --no- switches off, other words are kept', () => {
  const line = readCommandLine(['backup', '--port=0', '--no-demo', '--captcha', '--config', 'x.json', 'out.zip']);
  assert.deepEqual(line.words, ['backup', 'out.zip']);
  assert.deepEqual(line.given, { httpPort: '0', demo: false, captcha: true });
  assert.equal(line.configFile, 'x.json');
});

for (const [name, argv, message] of [
  ['a port out of range', ['--port', '70000'], /^httpPort \(command line\) must be a port from 1 to 65535, or 0/],
  ['a port that is text', ['--stream-port', 'eighty'], /^streamPort \(command line\) must be a port/],
  ['a reversed range', ['--talk-ports', '9-5'], /^talkPorts .* two ports like 6100-6119/],
  ['an unknown choice', ['--tls', 'maybe'], /^tls .* one of off, self-signed, files/],
  ['a key without its certificate', ['--tls-key', 'k.pem'], /^tlsCert and tlsKey must both/],
  ['the same port twice', ['--port', '8900'], /the same port as another one: 8900/],
  ['an unknown flag', ['--prot', '1'], /^--prot is not known/],
  ['a flag without its value', ['--port'], /^--port needs a value/],
  ['a right that is none', ['--disabled-rights', 'P_live,P_none'], /^disabledRights .* rights of the rights table/],
  ['a variant out of range', ['--page-variant', '29'], /^pageVariant .* from 0 to 28/],
  ['a trial day that is none', ['--trial-expire', '2030-13-01'], /^trialExpire .* a day like/],
  ['idle links that are none', ['--idle-links', '[{"text":"x","url":"javascript:1"}]'], /^idleLinks .* a JSON list/],
  ['external pages that are none', ['--iframes', '[{"title":"x","url":"javascript:1"}]'], /^iframes .* a JSON list/],
  ['a page without a host', ['--iframes', '[{"title":"x","url":"http://["}]'], /^iframes .* a JSON list/],
  ['a missing file', ['--config', 'none.json'], /configuration file .*none\.json cannot be read/],
] as const)
  test(`${name} is refused in one line that says what is allowed`, () => {
    assert.throws(() => load([...argv]), { name: 'StartError', message });
  });

test('behind a command, flags that are no keys are its options', () => {
  const line = readCommandLine(['add-user', 'ann', '--level', '2', '--password-stdin', '--data', 'x', '--groups=1,2']);
  assert.deepEqual(line.words, ['add-user', 'ann']);
  assert.deepEqual(line.options, { level: '2', 'password-stdin': '', groups: '1,2' });
  assert.deepEqual(line.given, { data: 'x' });
});

test('the guide names every key that makes a deployment its own', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/deployment.md'), 'utf8');
  for (const key of Object.keys(deploymentConfig)) assert.ok(guide.includes(`\`${key}\``), key);
});

test('switches by variant are null unless set, alone or with --no-', () => {
  assert.deepEqual([load([]).config.disableMap, load([]).config.broadcast], [null, null]);
  const { config } = load(['--disable-map', '--no-broadcast', '--default-locale', 'cn']);
  assert.deepEqual([config.disableMap, config.broadcast, config.defaultLocale], [true, false, 'cn']);
  assert.throws(() => load(['--default-locale', 'xx']), {
    message: /one of en, tw, cn, or empty for what the variant says/,
  });
});

test('a file with an unknown key, a wrong value or no JSON is refused with its name', (t) => {
  const refused = (content: string) => () => load([], { OUTRIDER_DATA: makeFile(t, content) });
  assert.throws(refused('{"htpPort":1}'), { message: /unknown key: htpPort/ });
  assert.throws(refused('{"sessionHours":0}'), {
    message: 'sessionHours (file) must be a whole number from 1 to 8760.',
  });
  assert.throws(refused('{'), { message: /outrider\.config\.json is not JSON/ });
  assert.throws(refused('[]'), { message: /must hold one JSON object/ });
});

test('an unknown environment variable of ours is warned about', () => {
  assert.deepEqual(load([], { OUTRIDER_HTP_PORT: '1', PATH: '/' }).warnings, [
    'The environment variable OUTRIDER_HTP_PORT is not known and has no effect.',
  ]);
});

test('certificate files alone switch https on', () => {
  assert.equal(load(['--tls-cert', 'c.pem', '--tls-key', 'k.pem']).config.tls, 'files');
});

test('every default fits its own range, and every key has its own names', () => {
  for (const key of configKeys) {
    const { read, fallback } = settings[key];
    const raw = Array.isArray(fallback) ? fallback.join(typeof fallback[0] === 'number' ? '-' : ',') : fallback;
    assert.deepEqual(read(raw), fallback, key);
  }
  assert.equal(flagName('mediaLivePort'), '--media-live-port');
  assert.equal(environmentName('mediaLivePort'), 'OUTRIDER_MEDIA_LIVE_PORT');
});
