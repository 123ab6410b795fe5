// What a plan may name as a target, and how an address of a file there is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedUpload, readUploadTarget, shownUpload, unmaskedUpload } from './upload-target.ts';

test('an address or the bare name of a server is a target', () => {
  assert.deepEqual(readUploadTarget('ftp://fleet:pass%40word@ftp.example.com:2121/events//north/'), {
    secure: false,
    host: 'ftp.example.com',
    port: 2121,
    user: 'fleet',
    password: 'pass@word',
    folder: 'events/north',
  });
  assert.deepEqual(readUploadTarget('ftp.example.com'), {
    secure: false,
    host: 'ftp.example.com',
    port: 21,
    user: 'anonymous',
    password: '',
    folder: '',
  });
  assert.equal(readUploadTarget('ftps://[2001:db8::1]/x')?.host, '2001:db8::1');
  assert.equal(readUploadTarget('ftps://a.example')?.secure, true);
});

test('what is no such server, or would leave its folder or its line, is none', () => {
  for (const text of [
    '',
    'http://ftp.example.com/',
    'ftp://',
    'ftp://ftp.example.com/a%2F..%2F../b',
    'ftp://user%0D%0ADELE@ftp.example.com/',
    'ftp://ftp.example.com/%',
    `ftp://ftp.example.com/${'a'.repeat(201)}`,
    'ftp://ftp.example.com/a?b',
  ])
    assert.equal(readUploadTarget(text), undefined, text);
});

test('the password is not shown', () => {
  assert.equal(
    shownUpload('ftp://fleet:secret@ftp.example.com:2121/x', 'x/a.mp4'),
    'ftp://fleet@ftp.example.com:2121/x/a.mp4',
  );
  assert.equal(shownUpload('ftp.example.com', 'a.mp4'), 'ftp://ftp.example.com/a.mp4');
  assert.equal(shownUpload('http://x:secret@y', 'a.mp4'), 'a.mp4');
});

test('a mask stands for the password, and means the stored one at the very same server alone', () => {
  const stored = 'ftp://fleet:se:cret@ftp.example.com:2121/x';
  const shown = 'ftp://fleet:********@ftp.example.com:2121/x';
  assert.equal(maskedUpload(stored), shown);
  for (const text of ['ftp.example.com', 'ftp://fleet@ftp.example.com/a:b@c', ''])
    assert.equal(maskedUpload(text), text);
  assert.equal(unmaskedUpload(shown, stored), stored);
  assert.equal(unmaskedUpload('ftp://fleet:********@ftp.example.com:2121/y', stored), stored.replace('/x', '/y'));
  assert.equal(
    unmaskedUpload('ftp://fleet:other@ftp.example.com:2121/x', stored),
    'ftp://fleet:other@ftp.example.com:2121/x',
  );
  for (const other of ['ftp://fleet:********@evil.example/x', 'ftp://eve:********@ftp.example.com:2121/x'])
    assert.equal(unmaskedUpload(other, stored), undefined, other);
  assert.equal(unmaskedUpload(shown, ''), undefined);
});

test('whatever stands in user and password, the password is masked, and the mask means it', () => {
  const texts = {
    'ftp://me@corp.com:secret@host/x': 'ftp://me@corp.com:********@host/x',
    'ftp://u:p@ss@host': 'ftp://u:********@host',
    'me@corp.com:se:c@ret@host:2121/a@b': 'me@corp.com:********@host:2121/a@b',
    'FTPS://u:p@ss\\word@[2001:db8::1]/x': 'FTPS://u:********@[2001:db8::1]/x',
    'ftp:////u:secret@host/x': 'ftp:////u:********@host/x',
    'ftp://\\u:secret@host/x': 'ftp://\\u:********@host/x',
    'f\ttp:/\t/\n/u:secret@host/x://y': 'f\ttp:/\t/\n/u:********@host/x://y',
    ' ftp:u:secret@host/x://y': ' ftp:********@host/x://y',
    'ftp://u:sec ret@ho st/x': 'ftp://u:********@ho st/x',
  };
  for (const [stored, shown] of Object.entries(texts)) {
    assert.equal(maskedUpload(stored), shown);
    assert.equal(unmaskedUpload(shown, stored), stored);
    assert.equal(
      unmaskedUpload(shown.replace('host', 'evil').replace('ho st', 'evil').replace('db8', '1'), stored),
      undefined,
    );
  }
  assert.equal(readUploadTarget('ftp://me@corp.com:secret@host/x')?.password, 'secret', 'such a one works');
});
