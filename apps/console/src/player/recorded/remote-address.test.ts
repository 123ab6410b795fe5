// The query of a remote playback's socket, as the documents list it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { remotePlaybackQuery } from '@outrider/contract';
import { maskOf, remotePlaybackAddresses } from './remote-address.ts';

const place = { secure: true, host: 'fleet.example', hostname: 'fleet.example', streamPort: 24685 };
const request = {
  deviceId: 'TRK-1',
  channel: 3,
  channels: [1, 3],
  streamId: 77,
  startMs: 1_790_000_000_000,
  endMs: 1_790_000_060_500,
  speed: 2,
  main: true,
};

it('names everything that the server reads', () => {
  const [direct, own] = remotePlaybackAddresses(place, request).map((address) => new URL(address));
  assert.equal(direct?.host, 'fleet.example:24685');
  assert.equal(own?.host, 'fleet.example');
  const read = remotePlaybackQuery.parse(Object.fromEntries(own?.searchParams ?? []));
  assert.deepEqual(read, {
    type: 'repb',
    deviceid: 'TRK-1',
    channel: 3,
    chs: 5,
    spbtime: 1_790_000_000,
    duration: 61,
    streamid: 77,
    cover: 0,
    main: 1,
    speed: 2,
    generation: 0,
  });
});
it('says where a socket begins that is opened again in the middle', () => {
  const [first] = remotePlaybackAddresses(place, { ...request, atMs: request.startMs + 12_345, generation: 3 });
  const read = remotePlaybackQuery.parse(Object.fromEntries(new URL(first ?? '').searchParams));
  assert.deepEqual([read.spbtime, read.duration, read.at, read.generation], [1_790_000_000, 61, 1_790_000_012.345, 3]);
  const [begins] = remotePlaybackAddresses(place, { ...request, atMs: request.startMs, generation: 0 });
  const { searchParams } = new URL(begins ?? '');
  assert.deepEqual([searchParams.has('at'), searchParams.has('generation')], [false, false]);
});
it('asks for a second at least, and keeps masks above 32 bits exact', () => {
  const [first] = remotePlaybackAddresses(place, { ...request, startMs: request.endMs, channels: [36, 1] });
  const { searchParams } = new URL(first ?? '');
  assert.equal(searchParams.get('duration'), '1');
  assert.equal(searchParams.get('chs'), String(2 ** 35 + 1));
  assert.equal(maskOf([]), 0);
});
it('asks for the last channel of the largest device with a query that the server takes', () => {
  const [first] = remotePlaybackAddresses(place, { ...request, channel: 64, channels: [1, 64] });
  const read = remotePlaybackQuery.parse(Object.fromEntries(new URL(first ?? '').searchParams));
  assert.deepEqual([read.channel, read.chs], [64, 1]);
});
