// Media over UDP: what was asked for is put in order, of what nobody asked for nothing is kept.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { DATA_TYPE, encodePacket, PAYLOAD_TYPE, SUBPACKAGE } from '@outrider/jt1078';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { RefusalReport } from '../ports.ts';
import { Traffic } from '../traffic.ts';
import { FlowTable } from './flow-table.ts';
import { MediaDatagrams } from './media-datagrams.ts';
import { Rests } from './rests.ts';

const OWN = '013800000101';

const setUp = async (t: TestContext) => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  t.after(() => socket.close());
  await once(socket, 'listening');
  const clock = createManualClock();
  const flows = new FlowTable(clock);
  const refused: RefusalReport[] = [];
  const counters = { packets: 0, bytes: 0, refused: 0, truncated: 0, strangerPackets: 0 };
  const kit = {
    clock,
    log: silentLog,
    flows,
    refusals: { add: (report: RefusalReport) => void refused.push(report) },
    purpose: 'live',
    counters,
    traffic: new Traffic(),
    rests: new Rests(clock),
  } as const;
  const datagrams = new MediaDatagrams(kit, socket);
  const frames: number[] = [];
  flows.expect({
    purpose: 'live',
    deviceKey: 1,
    terminalId: '13800000101',
    linkAddress: '192.0.2.1',
    channel: 1,
    sink: { frame: ({ body }) => void frames.push(body.at(-1) ?? 0), ended: () => undefined },
  });
  /** A frame in one datagram; its body ends in the number of the packet. */
  const send = (sequence: number, { channel = 1, simDigits = OWN, port = 5000 } = {}): void => {
    const bytes = encodePacket({
      simDigits,
      channel,
      dataType: DATA_TYPE.videoI,
      subpackage: SUBPACKAGE.atomic,
      payloadType: PAYLOAD_TYPE.h264,
      marker: true,
      sequence,
      timestampMs: BigInt(sequence * 40),
      lastIFrameIntervalMs: 0,
      lastFrameIntervalMs: 0,
      body: Uint8Array.of(0, 0, 0, 1, 0x65, sequence),
    });
    socket.emit('message', Buffer.from(bytes), { address: '192.0.2.1', family: 'IPv4', port, size: bytes.length });
  };
  return { clock, datagrams, counters, refused, frames, send };
};

test('packets of a flow that was asked for are put in order, and wait a moment for one that is missing', async (t) => {
  const { clock, datagrams, frames, send } = await setUp(t);
  for (const sequence of [1, 3, 2, 5]) send(sequence);
  assert.deepEqual(frames, [1, 2, 3]);
  clock.advance(200);
  datagrams.tick(clock.monotonic());
  assert.deepEqual(frames, [1, 2, 3, 5]);
});

test('what nobody asked for is refused at once, not put in order before, and told once', async (t) => {
  const { counters, refused, frames, send } = await setUp(t);
  send(1);
  for (const sequence of [1, 3, 5]) send(sequence, { channel: 2 });
  assert.deepEqual([counters.strangerPackets, frames], [3, [1]]);
  assert.deepEqual(
    refused.map(({ reason, detail }) => `${reason}: ${detail}`),
    [`media nobody asked for: number ${OWN} channel 2`],
  );
});

test('a stranger with ever new numbers is told of for so many as a device has channels, and no more is kept of him', async (t) => {
  const { counters, refused, send } = await setUp(t);
  for (let n = 0; n < 500; n += 1) send(1, { channel: 9, simDigits: String(n).padStart(12, '9'), port: 6000 });
  assert.deepEqual([counters.packets, refused.length], [500, 64]);
});
