// Which packets of a media connection are reported as nobody's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DATA_TYPE, type MediaPacket, PAYLOAD_TYPE, SUBPACKAGE } from '@outrider/jt1078';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { FlowTable } from './flow-table.ts';
import { MediaFrames } from './media-frames.ts';

const packet = (channel: number, changes: Partial<MediaPacket> = {}): MediaPacket => ({
  simDigits: '013800000101',
  channel,
  dataType: DATA_TYPE.videoI,
  subpackage: SUBPACKAGE.atomic,
  payloadType: PAYLOAD_TYPE.h264,
  marker: true,
  sequence: 0,
  timestampMs: 0n,
  lastIFrameIntervalMs: 0,
  lastFrameIntervalMs: 0,
  body: Uint8Array.of(0, 0, 0, 1, 0x65),
  ...changes,
});

const setUp = (purpose: 'live' | 'playback' = 'live') => {
  const clock = createManualClock();
  const flows = new FlowTable(clock);
  const frames = new MediaFrames({
    clock,
    flows,
    purpose,
    carrier: { address: '192.0.2.1', transport: 'tcp', openedMs: 0, release: () => undefined },
    meter: { belongsTo: () => undefined },
    onUnasked: () => undefined,
    onMismatch: () => undefined,
    onStranger: () => undefined,
  });
  const request = { purpose, deviceKey: 1, terminalId: '13800000101', linkAddress: '192.0.2.1' };
  const expect = (channel: number, canWaitMs?: () => number) =>
    flows.expect({
      ...request,
      channel,
      sink: { frame: () => undefined, ended: () => undefined, ...(canWaitMs && { canWaitMs }) },
    });
  let sequence = 0;
  const send = (channel: number, count: number, stepMs = 40): void => {
    for (let i = 0; i < count; i += 1) {
      sequence += 1;
      const stamp = { sequence, timestampMs: BigInt(sequence * stepMs) };
      frames.take(packet(channel, stamp), sequence * 40);
    }
  };
  return { frames, expect, send };
};

test('a flow can wait when its stamps have shown to be true, as long as the one who takes it says', () => {
  const { frames, expect, send } = setUp();
  let waitMs = 200;
  const flow = expect(1, () => waitMs);
  assert.equal(frames.canWaitMs(), 0, 'nothing came');
  send(1, 50);
  assert.equal(frames.canWaitMs(), 0, 'not proved yet');
  send(1, 60);
  assert.equal(frames.canWaitMs(), 200);
  waitMs = 0;
  assert.equal(frames.canWaitMs(), 0, 'somebody watches');
  waitMs = 200;
  flow.close();
  assert.equal(frames.canWaitMs(), 0, 'it is over');
});

test('a flow of stamps that stand still cannot wait, nor can one whose taker says nothing of it', () => {
  const still = setUp();
  still.expect(1, () => 200);
  still.send(1, 300, 0);
  assert.equal(still.frames.canWaitMs(), 0);
  const silent = setUp();
  silent.expect(1);
  silent.send(1, 300);
  assert.equal(silent.frames.canWaitMs(), 0);
});

test('of two flows of one connection the one in more of a hurry decides', () => {
  const { frames, expect, send } = setUp();
  expect(1, () => 200);
  send(1, 110);
  expect(2, () => 80);
  send(2, 1);
  assert.equal(frames.canWaitMs(), 0, 'the second is not proved yet');
  for (let i = 0; i < 110; i += 1) {
    send(1, 1);
    send(2, 1);
  }
  assert.equal(frames.canWaitMs(), 80);
});

test('packets of a flow that was just stopped are dropped in silence, those of another channel are reported', () => {
  const clock = createManualClock();
  const flows = new FlowTable(clock);
  const unasked: number[] = [];
  const owners: number[] = [];
  const frames = new MediaFrames({
    clock,
    flows,
    purpose: 'live',
    carrier: { address: '192.0.2.1', transport: 'tcp', openedMs: 0, release: () => undefined },
    meter: { belongsTo: (deviceKey) => void owners.push(deviceKey) },
    onUnasked: (_sim, channel) => void unasked.push(channel),
    onMismatch: () => undefined,
    onStranger: () => undefined,
  });
  const sink = { frame: () => undefined, ended: () => undefined };
  const request = { deviceKey: 1, terminalId: '13800000101', linkAddress: '192.0.2.1', channel: 1, sink };
  const flow = flows.expect({ purpose: 'live', ...request });
  assert.equal(frames.take(packet(1), 0), 'taken');
  flow.close();
  frames.drop(flow);
  assert.equal(frames.take(packet(1), 0), 'refused');
  assert.deepEqual(unasked, []);
  assert.equal(frames.take(packet(2), 0), 'refused');
  assert.deepEqual(unasked, [2]);
  assert.deepEqual(owners, [1], 'what is refused is not counted as the data of a device');
});
