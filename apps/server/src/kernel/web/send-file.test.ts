// What an answer calls the file that is saved from it, whatever it is handed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disposition } from './send-file.ts';

const named = (given: string): string => {
  const [, coded = ''] = /filename\*=UTF-8''(\S+)$/.exec(disposition(given, false)) ?? [];
  return decodeURIComponent(coded);
};

test('a name keeps the one rule: no folder, nothing that a file system refuses, not too long, never empty', () => {
  assert.equal(named('box-2.1.bin'), 'box-2.1.bin');
  assert.equal(named('../../etc/passwd'), 'passwd');
  assert.equal(named('11:30 "front"?*.mp4'), '11_30 _front___.mp4');
  assert.equal(named('a\u202Egpj.exe'), 'agpj.exe');
  assert.equal(named('公車.mp4'), '公車.mp4');
  assert.ok(named('x'.repeat(300)).length <= 120);
  for (const nothing of ['', '...', '/', '\u202E']) assert.equal(named(nothing), 'file', nothing);
});

test('old clients are told a plain name, and whether it is shown or saved', () => {
  assert.equal(
    disposition('公車 1.mp4', true),
    `inline; filename="__ 1.mp4"; filename*=UTF-8''%E5%85%AC%E8%BB%8A%201.mp4`,
  );
  assert.match(disposition('a.mp4', false), /^attachment; filename="a\.mp4"/);
});
