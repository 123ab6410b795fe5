// Names of files: whatever people and devices say, no path and no trick comes out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameOf, givenFileName } from './file-name.ts';

test('parts are joined by underscores, without what some file system refuses', () => {
  assert.equal(fileNameOf(['Mileage', '2026-03-01', '2026-03-07'], 'csv'), 'Mileage_2026-03-01_2026-03-07.csv');
  assert.equal(fileNameOf(['../x', '', ' 車隊:一. '], 'json'), '_x_車隊_一.json');
  assert.equal(fileNameOf(['a\u202eb', 'c\u0000d', `e<>:"/\\|?*f`, 'g\ud800h'], 'png'), 'ab_c_d_e_________f_g_h.png');
  assert.equal(fileNameOf(['x'.repeat(300), 'y'], 'mp4'), `${'x'.repeat(116)}.mp4`);
});

test('a given name loses folders, refused characters and wrong endings', () => {
  const of = (given: string, ending = '.mp4'): string => givenFileName(given, ending, /(\.gms)?\.(mp4|mkv|gms)$/i);
  assert.equal(of('臺北 公車.mp4'), '臺北 公車.mp4');
  assert.equal(of('../../etc/passwd'), 'passwd.mp4');
  assert.equal(of(String.raw`C:\x\a<b>:"c"|d?.MP4`), 'a_b___c__d_.mp4');
  assert.equal(of('ride.gms.mkv', '.gms.mkv'), 'ride.gms.mkv');
  assert.equal(of('.hidden. '), 'hidden.mp4');
  assert.equal(of('a\r\nSet-Cookie: x'), 'a__Set-Cookie_ x.mp4');
  assert.equal(of('a/b\nc/d'), 'd.mp4', 'a folder with a line end in its name is one too');
  assert.equal(of('notes.txt', ''), 'notes.txt', 'no ending of ours: its own stays');
  for (const nothing of ['', '...', '///', '<>', ' . ', '.mp4']) assert.equal(of(nothing), '', nothing);
  assert.equal(of('x'.repeat(300)).length, 120);
  assert.equal(of(`${'x'.repeat(115)}\u{20000}`), `${'x'.repeat(115)}.mp4`, 'no half character');
});
