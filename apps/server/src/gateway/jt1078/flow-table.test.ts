// Whose media a packet is: numbers as devices write them, requests that wait, connections that replace each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { FlowSink, MediaFrame } from '../link.ts';
import { FlowTable, type Flow, type FlowCarrier, type FlowRequest } from './flow-table.ts';
import { sameTerminal } from './terminal-numbers.ts';

const frame: MediaFrame = {
  kind: 'video',
  codec: 'h264',
  body: new Uint8Array(1),
  presentationUs: 0,
  discontinuity: false,
  damagedBefore: false,
  arrivalMs: 0,
};

const setUp = () => {
  const clock = createManualClock();
  const flows = new FlowTable(clock);
  const ended: string[] = [];
  const frames: MediaFrame[] = [];
  const sink: FlowSink = { frame: (f) => void frames.push(f), ended: (reason) => void ended.push(reason) };
  const request: FlowRequest = {
    purpose: 'live',
    deviceKey: 1,
    terminalId: '13800000101',
    linkAddress: '192.0.2.1',
    channel: 1,
    sink,
  };
  const released: Flow[] = [];
  const carrier = (address = '192.0.2.1', transport: 'tcp' | 'udp' = 'tcp'): FlowCarrier => ({
    address,
    transport,
    openedMs: clock.monotonic(),
    release: (flow) => void released.push(flow),
  });
  return { clock, flows, ended, frames, request, released, carrier };
};

test('numbers agree without their leading zeros, and by their last digits when at least ten are there', () => {
  assert.ok(sameTerminal('013800000101', '13800000101'));
  assert.ok(sameTerminal('000000000013800000101', '13800000101'));
  assert.ok(sameTerminal('3800000101', '13800000101'));
  assert.ok(!sameTerminal('800000101', '13800000101'));
  assert.ok(!sameTerminal('013800000102', '13800000101'));
});

test('every number that agrees with an expected one is expected, and none of a flow that is over', () => {
  const terminals = ['13800000101', '90013800000101', '12345', '9876543210123', '10000000101'];
  const sims = [
    ...terminals,
    '013800000101',
    '00000000013800000101',
    '3800000101',
    '012345',
    '6543210123',
    '543210123',
  ];
  const others = ['800000101', '13800000102', '99912345', '0000000000000', '', '101', 'abcdefabcdef', '88813800000101'];
  for (let used = 0; used < 1 << terminals.length; used += 1) {
    const { flows, request } = setUp();
    const open = terminals.map((terminalId, index) => flows.expect({ ...request, deviceKey: index, terminalId }));
    for (const [index, flow] of open.entries()) if ((used & (1 << index)) === 0) flow.close();
    const left = terminals.filter((_, index) => (used & (1 << index)) !== 0);
    for (const sim of [...sims, ...others]) {
      const expected = left.some((terminalId) => sameTerminal(sim, terminalId));
      assert.equal(flows.isExpectedSim(sim), expected, `${sim} among ${left.join()}`);
      assert.equal(flows.find('live', sim, 1, '') !== undefined, expected);
    }
  }
});

test('a number of a stranger is looked up, not compared with every flow', () => {
  const { flows, request } = setUp();
  let looks = 0;
  for (let deviceKey = 0; deviceKey < 500; deviceKey += 1) {
    const terminalId = String(13_800_000_000 + deviceKey);
    const counted = {
      ...request,
      deviceKey,
      get terminalId() {
        looks += 1;
        return terminalId;
      },
    };
    flows.expect(counted);
  }
  looks = 0;
  for (const sim of ['999999999999', '99999999999999999999', '013800000499']) {
    flows.isExpectedSim(sim);
    flows.find('live', sim, 1, '203.0.113.1');
  }
  assert.ok(looks <= 3, `${looks} numbers looked at`);
});

test('a packet finds its request by purpose, number and channel', () => {
  const { flows, request } = setUp();
  const flow = flows.expect(request);
  assert.deepEqual(flows.find('live', '013800000101', 1, '203.0.113.1'), { flow, mismatch: false });
  assert.equal(flows.find('live', '013800000101', 2, '203.0.113.1'), undefined);
  assert.equal(flows.find('playback', '013800000101', 1, '203.0.113.1'), undefined);
  assert.equal(flows.find('live', '099999999999', 1, '203.0.113.1'), undefined);
});

test('a foreign number is taken for the only request that waits for its address, and for none when two wait', () => {
  const { flows, request } = setUp();
  const flow = flows.expect(request);
  assert.deepEqual(flows.find('live', '000000001003', 1, '192.0.2.1'), { flow, mismatch: true });
  flows.expect({ ...request, deviceKey: 2, terminalId: '13800000102' });
  assert.equal(flows.find('live', '000000001003', 1, '192.0.2.1'), undefined);
});

test('nobody may use the request of a device that plays already by coming from its address', () => {
  const { flows, request, carrier } = setUp();
  const flow = flows.expect(request);
  flow.bind(carrier());
  flow.deliver(frame);
  assert.equal(flows.find('live', '000000001003', 1, '192.0.2.1'), undefined);
});

test('a request without a connection ends after 30 seconds and says so once', () => {
  const { clock, flows, ended, request } = setUp();
  flows.expect(request);
  clock.advance(30_000);
  assert.deepEqual(ended, ['the device did not connect for the media']);
  assert.equal(flows.size(), 0);
  clock.advance(60_000);
  assert.equal(ended.length, 1);
});

test('a second connection replaces the first, whose end is then nobody’s end', () => {
  const { flows, ended, frames, request, released, carrier } = setUp();
  const flow = flows.expect(request);
  const [first, second] = [carrier(), carrier()];
  flow.bind(first);
  flow.bind(second);
  assert.deepEqual(released, [flow]);
  flow.lost(first, 'closed');
  assert.deepEqual(ended, []);
  flow.deliver(frame);
  assert.equal(frames.length, 1);
  flow.lost(second, 'closed');
  assert.deepEqual(ended, ['closed']);
});

test('a new request for the same channel ends the earlier one', () => {
  const { flows, ended, request } = setUp();
  const first = flows.expect(request);
  const second = flows.expect(request);
  assert.deepEqual(ended, ['asked for again']);
  assert.equal(first.close(), false);
  assert.equal(flows.find('live', '13800000101', 1, '')?.flow, second);
});

test('after close nothing is delivered and nobody is told', () => {
  const { clock, flows, ended, frames, request } = setUp();
  const flow = flows.expect(request);
  assert.equal(flow.close(), true);
  assert.equal(flow.close(), false);
  flow.deliver(frame);
  clock.advance(60_000);
  assert.deepEqual([frames.length, ended.length, flows.size(), clock.pending()], [0, 0, 0, 0]);
});

test('media that trickles in after a stop is known as such for 15 seconds, and only that', () => {
  const { clock, flows, request } = setUp();
  flows.expect(request).close();
  assert.equal(flows.hasJustEnded('live', '013800000101', 1), true);
  assert.equal(flows.hasJustEnded('live', '013800000101', 2), false);
  assert.equal(flows.hasJustEnded('playback', '013800000101', 1), false);
  assert.equal(flows.hasJustEnded('live', '013800000102', 1), false);
  clock.advance(15_000);
  assert.equal(flows.hasJustEnded('live', '013800000101', 1), false);
});
