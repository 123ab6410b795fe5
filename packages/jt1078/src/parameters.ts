// The values of the video parameters 0x0075 to 0x007C inside 0x8103, 0x8104 and 0x0104. The list around them, with ids and
// length bytes, is JT/T 808's. All numbers stay as on the wire.
import { ByteReader, ByteWriter } from '@outrider/jt808';

/** One parameter's value. `decode` takes the value bytes and throws DecodeError when they are too few. */
export type VideoParameter<T> = {
  readonly id: number;
  readonly decode: (value: Uint8Array) => T;
  readonly encode: (value: T) => Uint8Array;
};

/** How one stream is encoded. */
export type EncodeSettings = {
  /** 0 constant, 1 variable, 2 average bit rate, 100-127 vendor. */
  readonly rateMode: number;
  /** 0 QCIF, 1 CIF, 2 WCIF, 3 D1, 4 WD1, 5 720p, 6 1080p, 100-127 vendor. */
  readonly resolution: number;
  /** Frames, 1 to 1000. */
  readonly keyFrameDistance: number;
  readonly framesPerSecond: number;
  readonly bitRateKbps: number;
};

/** Settings of the live stream, most often the sub stream, and of the stored one, the main stream. */
export type StreamSettings = {
  readonly live: EncodeSettings;
  readonly stored: EncodeSettings;
  /** Bits: 0 date and time, 1 plate, 2 channel, 3 position, 4 recorder speed, 5 GNSS speed, 6 driving time, 11-15 vendor. */
  readonly overlayBits: number;
};

export type AudioVideoSettings = StreamSettings & {
  /** 0 off, 1 on. */
  readonly audioOutput: number;
};

export type ChannelSettings = StreamSettings & { readonly channel: number };

export type ChannelTable = {
  /** The three counts as sent: audio and video, audio, video. They should add up to the channels, but do not always. */
  readonly audioVideoCount: number;
  readonly audioCount: number;
  readonly videoCount: number;
  readonly channels: readonly ChannelEntry[];
};

export type ChannelEntry = {
  /** From 1. */
  readonly physicalChannel: number;
  readonly channel: number;
  /** 0 audio and video, 1 audio, 2 video. */
  readonly type: number;
  /** 0 or 1: a PTZ head is connected. */
  readonly ptz: number;
};

export type AlarmRecording = {
  /** Share of the main storage, 1 to 99. */
  readonly storagePercent: number;
  readonly longestMinutes: number;
  readonly minutesBefore: number;
};

export type ImageAnalysis = { readonly passengerCapacity: number; readonly fatigueThreshold: number };

export type SleepWake = {
  /** Bits: 0 by condition, 1 by time, 2 by hand. */
  readonly modeBits: number;
  /** Bits: 0 emergency alarm, 1 collision or rollover, 2 door opened. */
  readonly conditionBits: number;
  /** Bits: 0 Monday to 6 Sunday. */
  readonly weekdayBits: number;
  /** Bit i: period i counts. */
  readonly periodBits: number;
  /** Four, each with the digits hhmm in the device's zone. */
  readonly periods: readonly { readonly wakeBcd: string; readonly sleepBcd: string }[];
};

const CHANNEL_ENTRY_BYTES = 4;
const CHANNEL_SETTINGS_BYTES = 21;
const SLEEP_PERIODS = 4;

export const audioVideoSettings: VideoParameter<AudioVideoSettings> = {
  id: 0x0075,
  decode: (value) => {
    const reader = new ByteReader(value);
    return { ...readStreams(reader), audioOutput: reader.u8() };
  },
  encode: (settings) => writeStreams(new ByteWriter(), settings).u8(settings.audioOutput).finish(),
};

/** Reads the records the length has room for: a real device counts 0 + 0 + 0 and pads with zeros. */
export const channelTable: VideoParameter<ChannelTable> = {
  id: 0x0076,
  decode: (value) => {
    const reader = new ByteReader(value);
    const [audioVideoCount, audioCount, videoCount] = [reader.u8(), reader.u8(), reader.u8()];
    const channels: ChannelEntry[] = [];
    const count = audioVideoCount + audioCount + videoCount;
    while (channels.length < count && reader.remaining >= CHANNEL_ENTRY_BYTES) {
      channels.push({
        physicalChannel: reader.u8(),
        channel: reader.u8(),
        type: reader.u8(),
        ptz: reader.u8(),
      });
    }
    return { audioVideoCount, audioCount, videoCount, channels };
  },
  encode: (table) => {
    const writer = new ByteWriter().u8(table.audioVideoCount).u8(table.audioCount).u8(table.videoCount);
    for (const entry of table.channels) {
      writer.u8(entry.physicalChannel).u8(entry.channel).u8(entry.type).u8(entry.ptz);
    }
    return writer.finish();
  },
};

/** Channels with settings of their own; at most 12 fit in one parameter. */
export const singleChannelSettings: VideoParameter<readonly ChannelSettings[]> = {
  id: 0x0077,
  decode: (value) => {
    const reader = new ByteReader(value);
    const count = reader.u8();
    const channels: ChannelSettings[] = [];
    while (channels.length < count && reader.remaining >= CHANNEL_SETTINGS_BYTES) {
      channels.push({ channel: reader.u8(), ...readStreams(reader) });
    }
    return channels;
  },
  encode: (channels) => {
    const writer = new ByteWriter(1 + CHANNEL_SETTINGS_BYTES * channels.length).u8(channels.length);
    for (const settings of channels) writeStreams(writer.u8(settings.channel), settings);
    return writer.finish();
  },
};

export const alarmRecording: VideoParameter<AlarmRecording> = {
  id: 0x0079,
  decode: (value) => {
    const reader = new ByteReader(value);
    return { storagePercent: reader.u8(), longestMinutes: reader.u8(), minutesBefore: reader.u8() };
  },
  encode: (recording) =>
    new ByteWriter().u8(recording.storagePercent).u8(recording.longestMinutes).u8(recording.minutesBefore).finish(),
};

/** Mask of the video alarm bits: 1 = suppressed. */
export const videoAlarmMask: VideoParameter<number> = {
  id: 0x007a,
  decode: (value) => new ByteReader(value).u32(),
  encode: (mask) => new ByteWriter().u32(mask).finish(),
};

export const imageAnalysis: VideoParameter<ImageAnalysis> = {
  id: 0x007b,
  decode: (value) => {
    const reader = new ByteReader(value);
    return { passengerCapacity: reader.u8(), fatigueThreshold: reader.u8() };
  },
  encode: (analysis) => new ByteWriter().u8(analysis.passengerCapacity).u8(analysis.fatigueThreshold).finish(),
};

export const sleepWake: VideoParameter<SleepWake> = {
  id: 0x007c,
  decode: (value) => {
    const reader = new ByteReader(value);
    const modeBits = reader.u8();
    const conditionBits = reader.u8();
    const weekdayBits = reader.u8();
    const periodBits = reader.u8();
    const periods = Array.from({ length: SLEEP_PERIODS }, () => ({
      wakeBcd: reader.digits(2),
      sleepBcd: reader.digits(2),
    }));
    return { modeBits, conditionBits, weekdayBits, periodBits, periods };
  },
  encode: (settings) => {
    if (settings.periods.length !== SLEEP_PERIODS) throw new RangeError(`${settings.periods.length} periods, not 4`);
    const writer = new ByteWriter()
      .u8(settings.modeBits)
      .u8(settings.conditionBits)
      .u8(settings.weekdayBits)
      .u8(settings.periodBits);
    for (const { wakeBcd, sleepBcd } of settings.periods) {
      if (wakeBcd.length !== 4 || sleepBcd.length !== 4) throw new RangeError('a period has two times of 4 digits');
      writer.digits(wakeBcd).digits(sleepBcd);
    }
    return writer.finish();
  },
};

/** A parameter whose type is not known here; to encode, use the parameter itself. */
export type AnyVideoParameter = {
  readonly id: number;
  readonly decode: (value: Uint8Array) => unknown;
  readonly encode: (value: never) => Uint8Array;
};

/** In the order of the ids; there is no 0x0078. */
export const videoParameters: readonly AnyVideoParameter[] = [
  audioVideoSettings,
  channelTable,
  singleChannelSettings,
  alarmRecording,
  videoAlarmMask,
  imageAnalysis,
  sleepWake,
];

/** The video parameter with this id; undefined when JT/T 1078 has none. */
export const findVideoParameter = (id: number): AnyVideoParameter | undefined =>
  videoParameters.find((parameter) => parameter.id === id);

const readStreams = (reader: ByteReader): StreamSettings => ({
  live: readEncode(reader),
  stored: readEncode(reader),
  overlayBits: reader.u16(),
});

const writeStreams = (writer: ByteWriter, settings: StreamSettings): ByteWriter =>
  writeEncode(writeEncode(writer, settings.live), settings.stored).u16(settings.overlayBits);

const readEncode = (reader: ByteReader): EncodeSettings => ({
  rateMode: reader.u8(),
  resolution: reader.u8(),
  keyFrameDistance: reader.u16(),
  framesPerSecond: reader.u8(),
  bitRateKbps: reader.u32(),
});

const writeEncode = (writer: ByteWriter, settings: EncodeSettings): ByteWriter =>
  writer
    .u8(settings.rateMode)
    .u8(settings.resolution)
    .u16(settings.keyFrameDistance)
    .u8(settings.framesPerSecond)
    .u32(settings.bitRateKbps);
