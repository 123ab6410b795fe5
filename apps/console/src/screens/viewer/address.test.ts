// What the addresses of viewer pages mean, good and bad ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword } from '../../lib/password-hash.ts';
import {
  downloadDuration,
  manyChannels,
  momentOf,
  oneChannel,
  readDownload,
  readLive,
  readPlayback,
  readRemote,
  remoteDuration,
  sealedLivePath,
  segmentsOf,
} from './address.ts';
import { MAX_WRAPS, withWrap } from './masks.ts';
import type { ViewerWrap } from './masks.ts';

const first = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

describe('an address of a viewer page', () => {
  it('[E-VIEWER-020] /remote takes 1 to 1800 s, for anything else 60', () => {
    for (const [text, seconds] of [
      ['1', 1],
      ['1800', 1800],
      ['0', 60],
      ['1801', 60],
      ['text', 60],
      ['-5', 60],
      ['1.5', 60],
      ['', 60],
      ['99999999999999', 60],
    ] as const)
      assert.equal(remoteDuration(text), seconds, text);
  });

  it('[E-VIEWER-031] a download takes 1 to 5 as minutes, at most 3600 s, and 60 for what is no number', () => {
    for (const [text, seconds] of [
      ['0', 60],
      ['1', 60],
      ['5', 300],
      ['6', 6],
      ['3600', 3600],
      ['9999', 3600],
      ['text', 60],
      ['-1', 60],
    ] as const)
      assert.equal(downloadDuration(text), seconds, text);
  });

  it('[E-VIEWER-033] a moment with a colon is a local date, without one unix time', () => {
    assert.equal(momentOf('2024-01-02 03:04:05'), new Date(2024, 0, 2, 3, 4, 5).getTime() / 1000);
    assert.equal(momentOf('2024-01-02T03:04:05Z'), 1_704_164_645);
    assert.equal(momentOf('1704164645'), 1_704_164_645);
    for (const text of ['', '0', 'yesterday', '25:61', '-1', '1e9']) assert.equal(momentOf(text), undefined, text);
  });

  it('[E-VIEWER-038] a page holds twelve tiles: adding a thirteenth leaves twelve', () => {
    let wraps: readonly ViewerWrap[] = [];
    for (const channel of first(MAX_WRAPS)) wraps = withWrap(wraps, { deviceId: 'A1', channel });
    assert.equal(wraps.length, 12);
    const after = withWrap(wraps, { deviceId: 'A1', channel: 13 });
    assert.deepEqual([after.length, after.at(-1)?.channel], [12, 12]);
  });

  it('asks for the channels of its mask that the device has, at most eight', () => {
    const asked = (mask: bigint | undefined, count: number) => manyChannels({ deviceId: 'A1', mask }, first(count));
    assert.deepEqual(asked(5n, 4), [1, 3]);
    assert.deepEqual(asked(undefined, 8), first(8));
    assert.deepEqual(asked(undefined, 16), first(8));
    assert.deepEqual(asked(255n, 4), first(4));
    assert.deepEqual(asked(65_535n, 16), first(8));
    assert.deepEqual(asked(0xff00n, 16), [9, 10, 11, 12, 13, 14, 15, 16]);
    assert.deepEqual(asked(2n ** 63n, 64), [64]);
    assert.deepEqual(asked(0n, 4), []);
    assert.deepEqual(manyChannels({ deviceId: 'A1', mask: 7n }, [3, 1]), [1, 3], 'channel 2 is not there');
  });

  it('asks one channel: the lowest of its mask that the device has, else 1', () => {
    const asked = (mask: bigint | undefined, count: number) => oneChannel({ deviceId: 'A1', mask }, first(count));
    assert.deepEqual(
      [asked(4n, 4), asked(6n, 4), asked(8n, 2), asked(0n, 4), asked(128n, 2), asked(undefined, 4)],
      [3, 2, 1, 1, 1, 1],
    );
  });

  it('of /live is plain with three segments and sealed with one; the sealed one shows neither user nor password', () => {
    const plain = ['A.1-x@5', 'Łukasz/ops', 'p@ss:w&rd?'];
    assert.deepEqual(readLive(plain), { deviceId: 'A.1-x', mask: 5n, user: 'Łukasz/ops', password: 'p@ss:w&rd?' });
    const hash = hashPassword('p@ss:w&rd?');
    const path = sealedLivePath(plain, hash);
    assert.match(path, /^\/live\/[\w-]+$/);
    for (const part of [...plain, hash, btoa('A.1-x'), btoa('ops')]) assert.ok(!path.includes(part), part);
    assert.deepEqual(readLive(segmentsOf(path) ?? []), {
      deviceId: 'A.1-x',
      mask: 5n,
      user: 'Łukasz/ops',
      password: hash,
    });
    const other = path.endsWith('A') ? 'B' : 'A';
    for (const bad of [`${path.slice(0, -3)}${other}${path.slice(-2)}`, '/live/', '/live/AQ', '/live/%25', '/live/x y'])
      assert.equal(readLive(segmentsOf(bad) ?? []), undefined, bad);
  });

  it('is refused where segments are missing, too many, or none of theirs', () => {
    assert.equal(segmentsOf('/live/%'), undefined);
    assert.deepEqual(segmentsOf('/dlremote/A1@4/60/1/u/p/'), ['A1@4', '60', '1', 'u', 'p']);
    const good = ['A1@3', '77', '1704164645', 'u', 'p'];
    assert.deepEqual(readPlayback(good), {
      deviceId: 'A1',
      mask: 3n,
      streamId: 77,
      startS: 1_704_164_645,
      user: 'u',
      password: 'p',
    });
    assert.equal(readRemote(good)?.durationS, 77);
    assert.equal(readDownload(good, '')?.fileName, '');
    assert.equal(readDownload([...good, 'clip1'], '')?.fileName, 'clip1');
    assert.equal(readDownload(good, '?x=1'), undefined);
    for (const bad of [[], good.slice(1), [...good, 'a', 'b'], ['<b>', ...good.slice(1)], ['*', ...good.slice(1)]]) {
      assert.equal(readPlayback(bad), undefined, bad.join('/'));
      assert.equal(readRemote(bad), undefined, bad.join('/'));
      assert.equal(readDownload(bad, ''), undefined, bad.join('/'));
    }
    assert.equal(readPlayback(['A1', 'x', ...good.slice(2)]), undefined, 'no stream id');
    assert.equal(readRemote(['A1', '60', 'noon', 'u', 'p']), undefined, 'no moment');
    assert.equal(readLive(['A1', '', 'p']), undefined);
  });
});
