// Bodies, parameters and packets laid out by hand (testdata) against the codecs, in both directions, and their bounds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DecodeError, toHex } from '@outrider/jt808';
import { messagePairs, packetPairs, parameterPairs } from '../testdata/golden-pairs.ts';
import { readDatagram } from './datagram.ts';
import { messages } from './messages/index.ts';
import { p9101LiveRequest } from './messages/p9101-live-request.ts';
import { p9202PlaybackControl } from './messages/p9202-playback-control.ts';
import { t1205ResourceList } from './messages/t1205-resource-list.ts';
import { encodePacket } from './packet.ts';
import { channelTable, findVideoParameter, singleChannelSettings, sleepWake, videoParameters } from './parameters.ts';
import { PAYLOAD_TYPE, payloadTypeName } from './payload-types.ts';

for (const { name, bytes, value, decode, encode } of [...messagePairs, ...parameterPairs]) {
  test(`${name} both ways`, () => {
    assert.deepEqual(decode(), value);
    assert.equal(toHex(encode()), toHex(bytes));
  });
}

for (const { name, bytes, packet } of packetPairs) {
  test(`packet both ways: ${name}`, () => {
    assert.deepEqual(readDatagram(bytes), packet);
    assert.equal(toHex(encodePacket(packet)), toHex(bytes));
  });
}

test('every message and parameter has a pair', () => {
  const tried = new Set([...messagePairs, ...parameterPairs].map((pair) => pair.id));
  const known = [...messages, ...videoParameters].map((codec) => codec.id);
  assert.deepEqual(
    known.filter((id) => !tried.has(id)),
    [],
  );
  assert.deepEqual(
    messages.map((codec) => codec.id),
    [...new Set(messages.map((codec) => codec.id))].toSorted((one, other) => one - other),
  );
});

test('a body cut anywhere is a DecodeError, never a wrong reading', () => {
  for (const codec of messages) {
    if (codec.id === 0x9003 || codec.id === 0x1205) continue;
    const pair = messagePairs.find(({ id }) => id === codec.id);
    assert.ok(pair);
    for (let length = 0; length < pair.bytes.length; length += 1) {
      assert.throws(() => codec.decode(pair.bytes.subarray(0, length), '2019'), DecodeError, `${pair.name}, ${length}`);
    }
  }
});

describe('tolerance', () => {
  test('a resource list believes its records, not its count, and leaves half a record out', () => {
    const whole = messagePairs.find(({ id }) => id === 0x1205);
    assert.ok(whole);
    const bytes = whole.bytes.slice();
    bytes[5] = 9;
    const cut = new Uint8Array(bytes.length + 27);
    cut.set(bytes);
    const list = t1205ResourceList.decode(cut, '2013');
    assert.deepEqual([list.total, list.resources.length], [9, 1]);
  });

  test('a channel table of zero counts and 28 bytes of padding is empty, one cut short keeps its whole records', () => {
    assert.deepEqual(channelTable.decode(new Uint8Array(31)).channels, []);
    assert.equal(channelTable.decode(Uint8Array.of(2, 0, 0, 1, 1, 0, 0, 2, 2)).channels.length, 1);
    assert.deepEqual(singleChannelSettings.decode(Uint8Array.of(1, 2, 3)), []);
  });
});

describe('values that fit no field are refused', () => {
  const live = { address: 'a', tcpPort: 1, udpPort: 0, channel: 1, dataType: 0, streamType: 0 };
  const packet = packetPairs[0]?.packet;
  assert.ok(packet);
  const cases: Record<string, () => unknown> = {
    'port 65536': () => p9101LiveRequest.encode({ ...live, tcpPort: 65536 }, '2019'),
    'an address of 256 bytes': () => p9101LiveRequest.encode({ ...live, address: 'a'.repeat(256) }, '2019'),
    'a time of 10 digits': () =>
      p9202PlaybackControl.encode({ channel: 1, command: 0, speedCode: 0, positionBcd: '2511050630' }, '2019'),
    'three sleep periods': () =>
      sleepWake.encode({ modeBits: 0, conditionBits: 0, weekdayBits: 0, periodBits: 0, periods: [] }),
    'a SIM of 11 digits': () => encodePacket({ ...packet, simDigits: '13900000042' }),
    'payload type 128': () => encodePacket({ ...packet, payloadType: 128 }),
    'data type 5': () => encodePacket({ ...packet, dataType: 5 }),
    'sequence 65536': () => encodePacket({ ...packet, sequence: 65536 }),
    'a timestamp below 0': () => encodePacket({ ...packet, timestampMs: -1n }),
    'a body of 65536': () => encodePacket({ ...packet, body: new Uint8Array(65536) }),
  };
  for (const [name, encode] of Object.entries(cases)) test(name, () => assert.throws(encode, RangeError));
});

test('codec numbers have names', () => {
  assert.equal(payloadTypeName(PAYLOAD_TYPE.g711a), 'G.711A');
  assert.equal(payloadTypeName(PAYLOAD_TYPE.h265), 'H.265');
  assert.equal(payloadTypeName(111), 'vendor 111');
  assert.equal(payloadTypeName(50), 'codec 50');
  assert.equal(findVideoParameter(0x78), undefined);
});
