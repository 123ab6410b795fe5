// Names of devices: whatever they say, no path and no trick comes out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFor, typeOf, UNKNOWN_TYPE } from './content-type.ts';

test('folders, control and direction marks, dots and reserved characters do not survive', () => {
  assert.equal(nameFor('../../etc/passwd', UNKNOWN_TYPE, 'data'), 'passwd');
  assert.equal(nameFor('C:\\windows\\a.jpg', 'image/jpeg', 'photo'), 'a.jpg');
  assert.equal(nameFor('a\u202egpj.exe', 'image/jpeg', 'photo'), 'agpj.exe.jpg');
  assert.equal(nameFor('x\r\nSet-Cookie: a', UNKNOWN_TYPE, 'data'), 'x__Set-Cookie_ a');
  assert.equal(nameFor('..', 'image/png', 'photo'), 'photo.png');
  assert.equal(nameFor('', 'video/mp4', 'video'), 'video.mp4');
  assert.equal(nameFor('page.html', 'image/jpeg', 'photo'), 'page.html.jpg', 'the ending is that of the content');
  assert.equal(nameFor('照片 01.JPG', 'image/jpeg', 'photo'), '照片 01.jpg');
  assert.ok(nameFor('n'.repeat(5000), 'image/jpeg', 'photo').length <= 120);
});

test('a type is recognised by the first bytes', () => {
  assert.equal(typeOf(Buffer.from('ffd8ffe000104a46', 'hex')), 'image/jpeg');
  assert.equal(typeOf(Buffer.from('89504e470d0a1a0a', 'hex')), 'image/png');
  assert.equal(typeOf(Buffer.from('0000002066747970697336d', 'hex')), 'video/mp4');
  assert.equal(typeOf(Buffer.from('00000020667479704d344120', 'hex')), 'audio/mp4');
  assert.equal(typeOf(Buffer.from('RIFF0000WAVEfmt ')), 'audio/wav');
  assert.equal(typeOf(Buffer.from('ID3')), 'audio/mpeg');
  for (const text of ['<html><script>', '<svg xmlns', 'GIF89a', '%PDF-1.7', '', 'RIFF0000AVI '])
    assert.equal(typeOf(Buffer.from(text)), UNKNOWN_TYPE, text);
});
