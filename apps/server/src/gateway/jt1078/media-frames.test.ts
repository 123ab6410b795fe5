// Which packets of a media connection are reported as nobody's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DATA_TYPE, type MediaPacket, PAYLOAD_TYPE, SUBPACKAGE } from '@outrider/jt1078';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { FlowTable } from './flow-table.ts';
import { MediaFrames } from './media-frames.ts';

const packet = (channel: number): MediaPacket => ({
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
