// What a start prints for the person who opens the firewall.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configWith } from './config.ts';
import { startText } from './start-text.ts';

test('every port to be opened stands in the text of the start, those of talks as a range', () => {
  const ports = {
    http: 8088,
    command: 24_680,
    stream: 8900,
    https: 0,
    redirect: 0,
    moreStreams: [],
    jt808: 6808,
    mediaLive: 6078,
    mediaPlayback: 6079,
    files: 6090,
  };
  const text = startText({
    app: { ports, secure: true, initialPassword: null },
    config: configWith({ talkPorts: [6100, 6119] }),
    addresses: ['192.0.2.1'],
    passwordKept: true,
    demo: 0,
  });
  const listed = text.split('\n').filter((line) => / (?:devices|browsers) /.test(line));
  assert.deepEqual(
    listed.map((line) => line.trim().split(/ +/)[0]),
    ['8088', '24680', '8900', '6808', '6078', '6079', '6090', '6100-6119'],
  );
  assert.match(listed.at(-1) ?? '', /TCP +devices +JT\/T 1078 talk and broadcast$/);
});
