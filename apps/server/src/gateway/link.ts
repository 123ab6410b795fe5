// One connected device in neutral words. Rooms above the gateway speak to devices only through this.
import type { AnswerOf, OrderName, OrderOf } from './orders.ts';

export type StreamChoice = 'main' | 'sub';

/** Of what comes from media connections: enough for the head of a stream message, which is written there without a copy of the body. */
export const HEAD_ROOM_BYTES = 48;

/** One whole video picture or audio block as the device sent it. `body` is owned by the receiver. */
export type MediaFrame = {
  kind: 'video' | 'audio';
  /** What the packets claim; video is believed only after looking at its NAL units. */
  codec: 'h264' | 'h265' | 'g711a' | 'g711u' | 'g726' | 'adpcmIma' | 'aacAdts' | 'pcm16le' | 'unknown';
  /** The codec number of the packets, where the frame comes from packets: sound is recognised by its bytes then, and `codec` is only a claim. */
  payloadType?: number;
  body: Uint8Array;
  /** So many bytes in front of `body`, in the same memory, are the receiver's too. */
  headRoomBytes?: number;
  /** Receiver's time base in microseconds from the start of the flow, see JT/T 1078 reference 5.3. */
  presentationUs: number;
  /** The time base started over with this frame. */
  discontinuity: boolean;
  /** Something was lost before this frame: pictures up to the next key frame would smear. */
  damagedBefore: boolean;
  /** Server clock at the arrival of the first packet, UTC ms. */
  arrivalMs: number;
  /** The packets' own timestamp in ms: of some devices a time of day, of others anything. Only differences surely mean something. */
  stampMs?: number;
};

/** Where the frames of one flow go. Called on the main thread; must not throw and must not block. */
export interface FlowSink {
  frame(frame: MediaFrame): void;
  /** Nobody misses a frame that comes so much later: it may be read then. Left out: every frame is for somebody who waits. */
  canWaitMs?(): number;
  /** The flow is over: connection closed, silence, replaced, link gone. Called exactly once, also after stop(). */
  ended(reason: string): void;
}

/** A live request the device has accepted. Frames may come before, later or never: watch the first frame yourself. */
export interface LiveFlow {
  /** 0x9102 command 1. Rejects when the device refuses; then stop and ask again. */
  switchStream(stream: StreamChoice): Promise<void>;
  /**
   * 0x9102 command 0 and, when the device does not close, closing its media connection. A device that has no link is told when it is
   * back, unless the channel was asked for again. Safe to call twice.
   */
  stop(): Promise<void>;
}

export type LiveRequest = { channel: number; stream: StreamChoice; content: 'av' | 'video' | 'audio' };

/** talk: sound both ways. listen: from the device only. broadcast: to the device only. */
export type TalkKind = 'talk' | 'listen' | 'broadcast';
export type TalkRequest = { channel: number; kind: TalkKind };

/** A block of the device's sound, with the codec number of its packets (JT/T 1078, table 12). */
export type TalkFrame = MediaFrame & { payloadType: number };

/** One packet's worth of voice in the device's own coding, Hisilicon header included where the device uses it. */
export type VoiceBlock = { payloadType: number; body: Uint8Array; durationMs: number };

/**
 * Why a talk is over. timeout: the device did not dial in. hung-up: it closed the connection and did not come back. silent: a
 * listened-to device sends nothing. refused: it said no after it had dialled in. stopped: by us.
 */
export type TalkEnd = 'timeout' | 'hung-up' | 'silent' | 'refused' | 'stopped';

/** Who hears of a talk. Called on the main thread; must not throw and must not block. */
export interface TalkSink {
  /** The device dialled in: what is written from now on is heard. Again after `lost`. */
  connected(): void;
  /** Its connection broke; it has a few seconds to dial again. */
  lost(): void;
  frame(frame: TalkFrame): void;
  /** Called exactly once after startTalk resolved, also after stop(). The device has been told to stop. */
  ended(end: TalkEnd, reason: string): void;
}

/** A talk the device has accepted. */
export interface TalkFlow {
  /** Sends one block now; pacing is the caller's. False when nobody is connected or the device leaves too much unread. */
  write(block: VoiceBlock): boolean;
  /** 0x9102 command 4 for a talk, command 0 for the others; then the connection is closed. Safe to call twice. */
  stop(): Promise<void>;
}

export const recordKinds = ['av', 'audio', 'video'] as const;

/** Which recordings a device is asked for. Times in UTC ms, seconds of them count. */
export type RecordQuery = {
  /** 0: every channel. */
  channel: number;
  fromMs: number;
  toMs: number;
  stream: StreamChoice | 'any';
};

/** One recording on the device. */
export type DeviceRecord = {
  channel: number;
  startMs: number;
  endMs: number;
  /** Bits 0-31 the alarm word of a position, bits 32-63 the video alarms (JT/T 1078, table 14). */
  alarmFlags: bigint;
  kind: (typeof recordKinds)[number];
  stream: StreamChoice;
  storage: 'main' | 'backup';
  sizeBytes: number;
};

/** `incomplete`: the device says that it has more than it listed. */
export type DeviceRecords = { records: DeviceRecord[]; incomplete: boolean };

/** The speeds devices know beside pause. From 8 on, and with `keysOnly`, they send key frames alone. */
export type DeviceSpeed = 1 | 2 | 4 | 8 | 16;
export type PlaybackRequest = {
  channel: number;
  stream: StreamChoice;
  content: 'av' | 'video';
  /** UTC ms, seconds of them count. */
  startMs: number;
  endMs: number;
  speed: DeviceSpeed;
};
export type PlaybackOrder =
  | { kind: 'pause' }
  /** Also ends a pause. */
  | { kind: 'play'; speed: DeviceSpeed; keysOnly?: boolean }
  /** Goes to the moment, UTC ms, at the same speed. What still comes of the old place is for the receiver to tell. */
  | { kind: 'seek'; timeMs: number };

/** Recorded video the device has accepted to send. Devices do not say where it ends: some close, some fall silent. */
export interface PlaybackFlow {
  /** 0x9202. Rejects when the device refuses or does not answer. */
  control(order: PlaybackOrder): Promise<void>;
  /** 0x9202 command 2, then the connection is closed. Safe to call twice. */
  stop(): Promise<void>;
}

/** Messages of a link since it stands, and when the last one came and went; 0: none did. UTC ms. */
export type LinkCounts = { heartbeats: number; others: number; receivedMs: number; sentMs: number };

/**
 * A live device connection. Requests reject with AppError: `device_offline` when the link is gone, `device_timeout` when no
 * answer came in time (resent as JT/T 808 asks), `device_refused` with the device's result in the text.
 */
export interface DeviceLink {
  readonly linkId: number;
  readonly deviceKey: number;
  readonly deviceId: string;
  /** 'JT/T 808-2013' or 'JT/T 808-2019'. */
  readonly protocol: string;
  readonly transport: 'tcp' | 'udp';
  readonly remoteAddress: string;
  /** This server as the device is told to dial it. */
  readonly serverAddress: string;
  /** And the port that it is told for live pictures. */
  readonly livePort: number;
  readonly connectedMs: number;
  readonly counts: Readonly<LinkCounts>;
  readonly remotePort: number;
  /** The number by which the device names itself. */
  readonly terminalId: string;
  startLive(request: LiveRequest, sink: FlowSink): Promise<LiveFlow>;
  /**
   * Rejects with `conflict` while another talk with this device runs, `limit_reached` when no talk port is free. `cancelled` gives
   * the wait for a port up.
   */
  startTalk(request: TalkRequest, sink: TalkSink, cancelled?: AbortSignal): Promise<TalkFlow>;
  /**
   * 0x9205: oldest first, a bounded number. A full disk is looked through for a long time: it may take a minute, and other
   * requests are not held up meanwhile.
   */
  listRecords(query: RecordQuery): Promise<DeviceRecords>;
  /**
   * 0x9201. Frames may come before, later or never. An earlier playback of the channel ends. Rejects as startLive does; the device has
   * then been told to stop where it may have begun.
   */
  startPlayback(request: PlaybackRequest, sink: FlowSink): Promise<PlaybackFlow>;
  /** 0x8108. Beside everything else that the device is told; one at a time. Throws `conflict`, or `invalid` for a file that is too large. */
  sendFirmware(source: FirmwareSource): FirmwareSending;
  /** 0x9206. Resolves when the device has taken the order; rejects as `order` does. */
  startUpload(request: UploadRequest): Promise<DeviceUpload>;
  /** What is one question and its answer: orders.ts has them all. */
  order<N extends OrderName>(name: N, order: OrderOf<N>): Promise<AnswerOf<N>>;
  close(reason: string): void;
}

/** Recordings that a device uploads by itself to an FTP server. Times in UTC ms, seconds of them count. */
export type UploadRequest = {
  readonly channel: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly stream: StreamChoice | 'any';
  readonly address: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly path: string;
};
export type UploadEnd = 'done' | 'failed' | 'lost';
export interface DeviceUpload {
  /** As the device says; lost: the link ended before it said anything. Never rejects. */
  readonly ended: Promise<UploadEnd>;
  /** Rejects as `order` does. */
  control(action: 'pause' | 'resume' | 'cancel'): Promise<void>;
}

/** A firmware file to be sent in packets. `manufacturer`: of the device, five letters at most. */
export type FirmwareSource = {
  readonly bytes: number;
  readonly manufacturer: string;
  readonly version: string;
  /** So many of its bytes from there; fewer only where the file is gone. */
  read(offset: number, length: number): Promise<Uint8Array>;
};
/** A firmware on its way in packets. */
export interface FirmwareSending {
  /** It takes it, as far as that can be known. Rejects as `ended` does. */
  readonly begun: Promise<void>;
  /** All of it was sent, and not refused. Rejects with device_offline, device_timeout, device_refused or device_unsupported. */
  readonly ended: Promise<void>;
  readonly percent: number;
  cancel(): void;
}

/** The links of now. At most one per device: a newer one takes over. */
export interface LinkRegistry {
  get(deviceKey: number): DeviceLink | undefined;
  count(): number;
}
