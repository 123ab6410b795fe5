// What a tile says: why there is no picture, since when, and what to do.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { noPictureMessage } from '@outrider/contract';
import i18next from 'i18next';
import { firstStatus } from './messages.ts';
import type { PlayerStatus } from './messages.ts';
import { muteWords, tileWords } from './tile-words.ts';

before(() =>
  i18next.init({
    lng: 'en',
    resources: { en: { translation: {} } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  }),
);

const noon = new Date(2026, 2, 1, 12, 0, 0).getTime();
const words = (change: Partial<PlayerStatus>) => tileWords({ ...firstStatus('sub', noon), ...change }, noon + 5000);

it('says nothing while it plays', () => assert.equal(words({ phase: 'playing' }), undefined));
it('says that the recorder sent no parameters while there is no picture, whatever the connection does', () => {
  for (const phase of ['connecting', 'waiting', 'timeout', 'buffering'] as const)
    assert.equal(words({ phase, lacks: 'parameters' })?.title, 'No picture yet: the recorder sent no parameters');
  assert.equal(words({ phase: 'offline', lacks: 'parameters' })?.title, 'Device offline');
  assert.equal(
    words({ phase: 'reconnecting', lacks: 'parameters', hasPicture: true })?.title,
    'No signal since 12:00:00',
  );
});
it('says how sound is coded that cannot be played', () => {
  assert.equal(muteWords(firstStatus('sub', noon)), '');
  assert.equal(muteWords({ ...firstStatus('sub', noon), mute: 'MP3' }), 'Its sound (MP3) cannot be played here');
});
it('has words for every other state', () => {
  const phases = [
    'connecting',
    'waiting',
    'reconnecting',
    'offline',
    'refused',
    'timeout',
    'forbidden',
    'limit',
  ] as const;
  for (const phase of [...phases, 'unsupported', 'error'] as const)
    assert.ok((words({ phase })?.title ?? '') !== '', phase);
});
it('says since when there is no signal, with the day when it is another', () => {
  assert.equal(words({ phase: 'reconnecting' })?.title, 'No signal since 12:00:00');
  assert.equal(
    words({ phase: 'reconnecting', sinceMs: noon - 86_400_000 })?.title,
    'No signal since 2026-02-28 12:00:00',
  );
  assert.equal(words({ phase: 'error' })?.title, 'No connection to the stream since 12:00:00');
});
it('counts down to the next attempt behind the words of the server', () => {
  const { detail, busy } = words({ phase: 'timeout', message: 'Nothing came', retryAtMs: noon + 8500 }) ?? {};
  assert.deepEqual([detail, busy], ['Nothing came · Next attempt in 4 s', false]);
});
it('does not say the same twice', () => {
  const said = words({ phase: 'refused', message: 'The device refused: busy' });
  assert.deepEqual([said?.title, said?.detail], ['The device refused: busy', '']);
});
it('names the codec, and offers the other stream only from the main one', () => {
  assert.equal(words({ phase: 'unsupported', codec: 'H.265' })?.title, 'This browser cannot play H.265');
  assert.match(words({ phase: 'unsupported', stream: 'main' })?.detail ?? '', /sub-stream/);
  assert.match(words({ phase: 'unsupported', stream: 'sub' })?.detail ?? '', /in the recorder/);
});

it('names the address and the port that a device was told, where it said yes and sent nothing', () => {
  const message = noPictureMessage({ address: '203.0.113.7', port: 6078 });
  assert.equal(
    words({ phase: 'timeout', message })?.detail,
    'The device accepted but sent no picture to 203.0.113.7, port 6078. Can it reach them?',
  );
});
