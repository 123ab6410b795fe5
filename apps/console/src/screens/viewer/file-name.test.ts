// What downloaded files are called.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { downloadName } from './file-name.ts';

const named = (wanted: string): string => downloadName({ wanted, deviceId: 'A001', startS: 1_700_000_000, channel: 1 });

it('[E-VIEWER-026 E-VIEWER-027] a file has the name of the address, else that of its device, moment and channel', () => {
  assert.equal(named(''), 'A001_1700000000_ch1.mp4');
  assert.equal(named('clip1'), 'clip1.mp4');
  assert.equal(named('clip1.MP4'), 'clip1.mp4');
  assert.equal(named('車隊 一'), '車隊 一.mp4');
  assert.equal(named('../../etc/passwd'), 'passwd.mp4');
  assert.equal(named('a\u0000b"c|d\n'), 'a_b_c_d_.mp4');
  for (const nothing of ['.', '...', '   ', '///', '.mp4']) assert.equal(named(nothing), 'A001_1700000000_ch1.mp4');
  assert.equal(named('n'.repeat(400)).length, 120);
});
