// The vectors of JT/T 1078 (real devices, other people's encoders) decode to what they say and encode back to their bytes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  decodeTime,
  FrameSplitter,
  fromHex,
  itemValue,
  p8103SetParameters,
  t0200LocationReport,
  toHex,
} from '@outrider/jt808';
import { readDatagram } from './datagram.ts';
import { findMessage } from './messages/index.ts';
import { encodePacket, headerLength } from './packet.ts';
import { PacketSplitter } from './packet-splitter.ts';
import { findVideoParameter } from './parameters.ts';
import type { AnyVideoParameter } from './parameters.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Facts = { [key: string]: Json };
type Vector = { name: string; hex: string; message_id: string; form?: 'frame' | 'body'; expect: Facts };

const folder = new URL('../../../../shared/protocols/vectors/', import.meta.url);
const skip = existsSync(folder) ? false : 'no ../shared/protocols/vectors: the JT/T 1078 vectors were not tried';

/** The shape is that of the protocol reference; a wrong guess fails the tests that read it. */
const load = (file: string): Vector[] => {
  if (skip !== false) return [];
  const vectors: Vector[] = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  return vectors;
};

/** Names of the vectors where they differ from ours put in snake case; per message where one word is used for several. */
const RENAMED: Record<string, string> = {
  server_ip: 'address',
  server: 'address',
  username: 'user_name',
  av_type: 'resource_type',
  storage: 'storage_type',
  playback_mode: 'mode',
  start: 'start_bcd',
  end: 'end_bcd',
  position: 'position_bcd',
  loss_rate: 'loss_percent',
  audio_sample_rate_code: 'sample_rate_code',
  audio_sample_bits_code: 'sample_bits_code',
  audio_output_supported: 'audio_output',
  control: 'command',
  items: 'resources',
  size: 'size_bytes',
};

/** Our value in the vectors' spelling: snake case, `2020-07-17 00:00:35` and `0x…` put back to what we hold. */
const translate = (facts: Json): Json => {
  if (typeof facts === 'string') return translateText(facts);
  if (facts === null || typeof facts !== 'object') return facts;
  if (Array.isArray(facts)) return facts.map(translate);
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([name]) => name !== 'trailing_bytes')
      .map(([name, value]) => [camel(RENAMED[name] ?? name), translate(value)]),
  );
};

const translateText = (text: string): string => {
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return text.slice(2).replaceAll(/[- :]/g, '');
  return /^0x[0-9a-f]{16}$/.test(text) ? BigInt(text).toString() : text;
};

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** 64-bit numbers as decimal text, so that the rest compares as JSON. */
const flat = (value: unknown): Facts =>
  JSON.parse(JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)));

const hexOf = (facts: Json | undefined): number => Number(facts);

/** The body of a vector: bare, or the joined bodies of its frames, whose headers are checked too. */
const bodyOf = (vector: Vector): Uint8Array => {
  const bytes = fromHex(vector.hex);
  if (vector.form === 'body') return bytes;
  const parts: Uint8Array[] = [];
  for (const event of new FrameSplitter().push(bytes)) {
    assert.equal(event.kind, 'frame');
    assert.equal(event.header.messageId, hexOf(vector.message_id));
    assert.equal(event.header.phone, vector.expect['phone']);
    assert.equal(event.header.packageIndex ?? 1, parts.length + 1);
    parts.push(event.body.slice());
  }
  assert.equal(parts.length, vector.expect['sub_packages'] ?? 1);
  return fromHex(parts.map(toHex).join(''));
};

const factsOf = (vector: Vector): Facts => {
  const body = vector.expect['body'];
  assert.ok(body !== null && typeof body === 'object' && !Array.isArray(body));
  return body;
};

const checkMessage = (vector: Vector): void => {
  const codec = findMessage(hexOf(vector.message_id));
  assert.ok(codec, `no codec for ${vector.message_id}`);
  const body = bodyOf(vector);
  const value = codec.decode(body, '2019');
  const facts = factsOf(vector);
  if ('item_count' in facts) checkLongList(flat(value), facts);
  else assert.deepEqual(flat(value), translate(facts));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this codec decoded, its type lost in the list of all
  assert.equal(toHex(codec.encode(value as never, '2019')), toHex(body));
};

/** The list of 180 recordings is told by counts, ends and sums. */
const checkLongList = (list: Facts, facts: Facts): void => {
  const resources = list['resources'];
  assert.ok(Array.isArray(resources));
  assert.equal(list['replySerial'], facts['reply_serial']);
  assert.equal(list['total'], facts['total']);
  assert.equal(resources.length, facts['item_count']);
  assert.deepEqual(resources.slice(0, 2), translate(facts['first_items'] ?? null));
  assert.deepEqual(resources.at(-1), translate(facts['last_item'] ?? null));
  let sum = 0;
  const perChannel: Record<string, number> = {};
  for (const resource of resources) {
    assert.ok(resource !== null && typeof resource === 'object' && !Array.isArray(resource));
    sum += Number(resource['sizeBytes']);
    const channel = String(resource['channel']);
    perChannel[channel] = (perChannel[channel] ?? 0) + 1;
    assert.notEqual(decodeTime(String(resource['startBcd'])), null);
  }
  assert.equal(sum, facts['size_sum']);
  assert.deepEqual(perChannel, facts['per_channel']);
};

/** 0x0200 is JT/T 808's; what JT/T 1078 adds to it are its items. */
const checkLocation = (vector: Vector): void => {
  const facts = factsOf(vector);
  const report = t0200LocationReport.decode(bodyOf(vector), '2019');
  assert.equal(itemValue(report.items, 0x14)?.videoAlarm, facts['video_alarm']);
  const lost = itemValue(report.items, 0x15)?.videoLoss;
  const channels = lost === undefined ? undefined : [1, 2, 3, 4, 5].filter((channel) => (lost >> (channel - 1)) & 1);
  assert.deepEqual(channels, facts['signal_loss_channels']);
};

const checkParameters = (vector: Vector): void => {
  const facts = factsOf(vector);
  const { params } = p8103SetParameters.decode(bodyOf(vector), '2019');
  assert.equal(params.length, facts['count']);
  for (const { id, raw } of params) {
    const parameter = findVideoParameter(id);
    assert.ok(parameter);
    const value = parameter.decode(raw);
    assert.deepEqual(parameterFacts(id, value), facts[`0x00${id.toString(16).toUpperCase()}`] ?? facts['0x007C_hex']);
    checkParameterBack(parameter, value, raw);
  }
};

const checkParameterBack = (parameter: AnyVideoParameter, value: unknown, raw: Uint8Array): void => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this parameter decoded, its type lost in the list
  assert.equal(toHex(parameter.encode(value as never)), toHex(raw));
};

/** Our value of a parameter under the names the vector uses. */
const parameterFacts = (id: number, value: unknown): Json => {
  const names: Record<string, string> = {
    live: 'realtime',
    stored: 'storage',
    rateMode: 'mode',
    keyFrameDistance: 'gop',
    framesPerSecond: 'fps',
    bitRateKbps: 'kbps',
    overlayBits: 'osd',
    audioOutput: 'audio_output',
    audioVideoCount: 'av',
    audioCount: 'audio',
    videoCount: 'video',
    physicalChannel: 'physical',
    storagePercent: 'threshold_percent',
    longestMinutes: 'duration_min',
    minutesBefore: 'pre_min',
    passengerCapacity: 'capacity',
    fatigueThreshold: 'fatigue_threshold',
    ...(id === 0x76 ? { channel: 'logical' } : {}),
  };
  if (id === 0x7c) return sleepHex(flat(value));
  const rename = (inner: Json): Json => {
    if (inner === null || typeof inner !== 'object') return inner;
    if (Array.isArray(inner)) return inner.map(rename);
    return Object.fromEntries(Object.entries(inner).map(([name, part]) => [names[name] ?? name, rename(part)]));
  };
  return rename(flat({ value })['value'] ?? null);
};

/** The vector gives this one as hex only: four bytes of bits, then eight times of two. */
const sleepHex = (facts: Facts): string => {
  const bits = [facts['modeBits'], facts['conditionBits'], facts['weekdayBits'], facts['periodBits']];
  const periods = facts['periods'];
  assert.ok(Array.isArray(periods));
  const times = periods.flatMap((period) => Object.values(Object(period)));
  return bits.map((byte) => Number(byte).toString(16).padStart(2, '0')).join('') + times.join('');
};

describe('signalling vectors', { skip }, () => {
  for (const vector of load('jt1078.json')) {
    test(vector.name, () => {
      if (vector.message_id === '0x0200') checkLocation(vector);
      else if (vector.message_id === '0x8103') checkParameters(vector);
      else checkMessage(vector);
    });
  }
});

const checkPackets = (vector: Vector): void => {
  const bytes = fromHex(vector.hex);
  const splitter = new PacketSplitter();
  const packets = splitter.push(bytes, 0);
  if (vector.expect['result'] === 'incomplete') {
    assert.deepEqual([packets.length, splitter.heldBytes, splitter.closeReason], [0, bytes.length, null]);
    return;
  }
  if (vector.expect['result'] === 'packets') {
    const lengths = packets.map((packet) => packet.body.length + headerLength(packet.dataType, 6));
    assert.deepEqual(lengths, vector.expect['packet_lengths']);
    return;
  }
  const packet = packets[0];
  assert.ok(packet);
  const simBytes = packet.simDigits.length / 2 === 6 ? 6 : 10;
  const found: Facts = {
    sim_bytes: simBytes,
    version: 2,
    csrc_count: 1,
    marker: packet.marker ? 1 : 0,
    payload_type: packet.payloadType,
    sequence: packet.sequence,
    sim: packet.simDigits,
    channel: packet.channel,
    data_type: packet.dataType,
    subpackage: packet.subpackage,
    body_length: packet.body.length,
    packet_length: bytes.length,
    header_length: headerLength(packet.dataType, simBytes),
    body_prefix_hex: toHex(packet.body.subarray(0, 16)),
    body_sha256: createHash('sha256').update(packet.body).digest('hex'),
  };
  if (packet.timestampMs !== null) found['timestamp'] = String(packet.timestampMs);
  if (packet.lastIFrameIntervalMs !== null) found['last_i_frame_interval'] = packet.lastIFrameIntervalMs;
  if (packet.lastFrameIntervalMs !== null) found['last_frame_interval'] = packet.lastFrameIntervalMs;
  // The rest of what a vector says is about codecs, which are the media package's business.
  const layout = Object.entries(vector.expect).filter(([name]) => name in found || name.startsWith('last_'));
  assert.deepEqual(found, Object.fromEntries(layout));
  assert.deepEqual(readDatagram(bytes), packet);
  assert.equal(toHex(encodePacket(packet)), vector.hex);
};

describe('media packet vectors', { skip }, () => {
  for (const vector of load('jt1078-media.json')) test(vector.name, () => checkPackets(vector));
});
