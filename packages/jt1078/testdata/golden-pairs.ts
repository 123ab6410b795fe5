// Bodies, parameter values and packets laid out by hand from the tables of JT/T 1078, each with what it says. For tests only.
import { fromHex, type MessageCodec } from '@outrider/jt808';
import {
  alarmRecording,
  audioVideoSettings,
  channelTable,
  imageAnalysis,
  type MediaPacket,
  NO_TIME,
  p9003QueryAvAttributes,
  p9101LiveRequest,
  p9102LiveControl,
  p9105TransmissionStatus,
  p9201PlaybackRequest,
  p9202PlaybackControl,
  p9205QueryResources,
  p9206UploadRequest,
  p9207UploadControl,
  p9301PtzRotate,
  p9302PtzFocus,
  p9303PtzAperture,
  p9304PtzWiper,
  p9305PtzInfrared,
  p9306PtzZoom,
  singleChannelSettings,
  sleepWake,
  t1003AvAttributes,
  t1005PassengerFlow,
  t1205ResourceList,
  t1206UploadFinished,
  type VideoParameter,
  videoAlarmMask,
} from '../src/index.ts';

/** One value and its bytes, ready to be tried in both directions. */
export type Pair = {
  readonly name: string;
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly value: unknown;
  readonly decode: () => unknown;
  readonly encode: () => Uint8Array;
};

/** Hex with spaces between fields. */
const hex = (text: string): Uint8Array => fromHex(text.replaceAll(/\s/g, ''));

const messagePair = <T>(codec: MessageCodec<T>, text: string, value: T): Pair => {
  const bytes = hex(text);
  return {
    name: `0x${codec.id.toString(16)} ${codec.name}`,
    id: codec.id,
    bytes,
    value,
    decode: () => codec.decode(bytes, '2019'),
    encode: () => codec.encode(value, '2019'),
  };
};

const parameterPair = <T>(parameter: VideoParameter<T>, text: string, value: T): Pair => {
  const bytes = hex(text);
  return {
    name: `parameter 0x00${parameter.id.toString(16)}`,
    id: parameter.id,
    bytes,
    value,
    decode: () => parameter.decode(bytes),
    encode: () => parameter.encode(value),
  };
};

export const messagePairs: readonly Pair[] = [
  messagePair(t1003AvAttributes, '06 01 00 01 0140 01 62 04 08', {
    audioCodec: 6,
    audioChannels: 1,
    sampleRateCode: 0,
    sampleBitsCode: 1,
    audioFrameLength: 320,
    audioOutput: 1,
    videoCodec: 98,
    maxAudioChannels: 4,
    maxVideoChannels: 8,
  }),
  messagePair(t1005PassengerFlow, '251105063000 251105070001 0011 0203', {
    startBcd: '251105063000',
    endBcd: '251105070001',
    boarded: 17,
    alighted: 515,
  }),
  messagePair(
    t1205ResourceList,
    `0102 00000001
     07 251105063000 251105063500 0000002000000001 02 01 02 0a0b0c0d`,
    {
      replySerial: 0x0102,
      total: 1,
      resources: [
        {
          channel: 7,
          startBcd: '251105063000',
          endBcd: '251105063500',
          alarmFlags: 0x2000000001n,
          resourceType: 2,
          streamType: 1,
          storageType: 2,
          sizeBytes: 0x0a0b0c0d,
        },
      ],
    },
  ),
  messagePair(t1205ResourceList, '0102 00000000', { replySerial: 0x0102, total: 0, resources: [] }),
  messagePair(t1206UploadFinished, 'fffe 01', { replySerial: 0xfffe, result: 1 }),
  messagePair(p9003QueryAvAttributes, '', {}),
  messagePair(p9101LiveRequest, '0b 3139322e302e322e313235 17be 0000 04 01 01', {
    address: '192.0.2.125',
    tcpPort: 6078,
    udpPort: 0,
    channel: 4,
    dataType: 1,
    streamType: 1,
  }),
  messagePair(p9102LiveControl, '04 01 02 03', { channel: 4, command: 1, closeType: 2, streamType: 3 }),
  messagePair(p9105TransmissionStatus, '21 63', { channel: 33, lossPercent: 99 }),
  messagePair(p9201PlaybackRequest, '0b 3139322e302e322e313235 0000 17bf 04 02 01 02 01 05 251105063000 000000000000', {
    address: '192.0.2.125',
    tcpPort: 0,
    udpPort: 6079,
    channel: 4,
    resourceType: 2,
    streamType: 1,
    storageType: 2,
    mode: 1,
    speedCode: 5,
    startBcd: '251105063000',
    endBcd: NO_TIME,
  }),
  messagePair(p9202PlaybackControl, '04 05 00 251231235959', {
    channel: 4,
    command: 5,
    speedCode: 0,
    positionBcd: '251231235959',
  }),
  messagePair(p9205QueryResources, '00 251105000000 251105235959 0000004000000000 03 02 01', {
    channel: 0,
    startBcd: '251105000000',
    endBcd: '251105235959',
    alarmFlags: 0x4000000000n,
    resourceType: 3,
    streamType: 2,
    storageType: 1,
  }),
  messagePair(
    p9206UploadRequest,
    `09 3132372e302e302e31 0015 03 667470 02 7077 05 2fd6d0cec4
     02 251105000000 251105235959 0000000000000001 00 01 02 87`,
    {
      address: '127.0.0.1',
      port: 21,
      userName: 'ftp',
      password: 'pw',
      path: '/中文',
      channel: 2,
      startBcd: '251105000000',
      endBcd: '251105235959',
      alarmFlags: 1n,
      resourceType: 0,
      streamType: 1,
      storageType: 2,
      conditions: 0x87,
    },
  ),
  messagePair(p9207UploadControl, '0203 02', { uploadSerial: 0x0203, command: 2 }),
  messagePair(p9301PtzRotate, '03 04 ff', { channel: 3, direction: 4, speed: 255 }),
  messagePair(p9302PtzFocus, '03 01', { channel: 3, value: 1 }),
  messagePair(p9303PtzAperture, '04 00', { channel: 4, value: 0 }),
  messagePair(p9304PtzWiper, '05 01', { channel: 5, value: 1 }),
  messagePair(p9305PtzInfrared, '06 00', { channel: 6, value: 0 }),
  messagePair(p9306PtzZoom, '07 01', { channel: 7, value: 1 }),
];

const live = { rateMode: 1, resolution: 3, keyFrameDistance: 0x0102, framesPerSecond: 15, bitRateKbps: 512 };
const stored = { rateMode: 0, resolution: 5, keyFrameDistance: 25, framesPerSecond: 25, bitRateKbps: 0x01020304 };
const streamsHex = '01 03 0102 0f 00000200 00 05 0019 19 01020304 0045';

export const parameterPairs: readonly Pair[] = [
  parameterPair(audioVideoSettings, `${streamsHex} 01`, { live, stored, overlayBits: 0x45, audioOutput: 1 }),
  parameterPair(channelTable, '01 01 00 01 02 00 01 02 21 01 00', {
    audioVideoCount: 1,
    audioCount: 1,
    videoCount: 0,
    channels: [
      { physicalChannel: 1, channel: 2, type: 0, ptz: 1 },
      { physicalChannel: 2, channel: 33, type: 1, ptz: 0 },
    ],
  }),
  parameterPair(singleChannelSettings, `02 03 ${streamsHex} 04 ${streamsHex}`, [
    { channel: 3, live, stored, overlayBits: 0x45 },
    { channel: 4, live, stored, overlayBits: 0x45 },
  ]),
  parameterPair(alarmRecording, '14 05 01', { storagePercent: 20, longestMinutes: 5, minutesBefore: 1 }),
  parameterPair(videoAlarmMask, '80000041', 0x80000041),
  parameterPair(imageAnalysis, '2d 46', { passengerCapacity: 45, fatigueThreshold: 70 }),
  parameterPair(sleepWake, '02 05 1f 03 0600 2200 0730 2359 0000 0000 0000 0000', {
    modeBits: 2,
    conditionBits: 5,
    weekdayBits: 0x1f,
    periodBits: 3,
    periods: [
      { wakeBcd: '0600', sleepBcd: '2200' },
      { wakeBcd: '0730', sleepBcd: '2359' },
      { wakeBcd: '0000', sleepBcd: '0000' },
      { wakeBcd: '0000', sleepBcd: '0000' },
    ],
  }),
];

/** Packets of every kind, with both SIM sizes. */
export const packetPairs: readonly {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly packet: MediaPacket;
}[] = [
  {
    name: 'first sub-package of an I frame, 12-digit SIM',
    bytes: hex('30316364 81 62 0102 013900000042 04 01 0000018bcfe56805 07d0 0028 0007 00000001 67 42 00'),
    packet: {
      simDigits: '013900000042',
      channel: 4,
      dataType: 0,
      subpackage: 1,
      payloadType: 98,
      marker: false,
      sequence: 0x0102,
      timestampMs: 0x18bcfe56805n,
      lastIFrameIntervalMs: 2000,
      lastFrameIntervalMs: 40,
      body: hex('0000000167 4200'),
    },
  },
  {
    name: 'audio, 20-digit SIM',
    bytes: hex('30316364 81 86 ffff 00000866496077000042 01 30 ffffffffffffffff 0003 d55566'),
    packet: {
      simDigits: '00000866496077000042',
      channel: 1,
      dataType: 3,
      subpackage: 0,
      payloadType: 6,
      marker: true,
      sequence: 65535,
      timestampMs: 0xffffffffffffffffn,
      lastIFrameIntervalMs: null,
      lastFrameIntervalMs: null,
      body: hex('d55566'),
    },
  },
  {
    name: 'transparent data, empty body, 12-digit SIM',
    bytes: hex('30316364 81 db 0000 013900000042 00 40 0000'),
    packet: {
      simDigits: '013900000042',
      channel: 0,
      dataType: 4,
      subpackage: 0,
      payloadType: 91,
      marker: true,
      sequence: 0,
      timestampMs: null,
      lastIFrameIntervalMs: null,
      lastFrameIntervalMs: null,
      body: hex(''),
    },
  },
  {
    name: 'last sub-package of a P frame, 20-digit SIM',
    bytes: hex('30316364 81 e3 8000 00000866496077000042 02 12 0000000000000001 0000 ffff 0001 99'),
    packet: {
      simDigits: '00000866496077000042',
      channel: 2,
      dataType: 1,
      subpackage: 2,
      payloadType: 99,
      marker: true,
      sequence: 0x8000,
      timestampMs: 1n,
      lastIFrameIntervalMs: 0,
      lastFrameIntervalMs: 0xffff,
      body: hex('99'),
    },
  },
];
