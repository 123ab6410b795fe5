// A JT/T 808 connection as a device link: neutral requests become messages. Media flows are the business of jt1078/.
import { AppError } from '@outrider/contract';
import {
  type AvAttributes,
  LIVE_COMMAND,
  LIVE_DATA,
  LIVE_STREAM,
  type LiveControl,
  p9003QueryAvAttributes,
  p9101LiveRequest,
  p9102LiveControl,
  p9301PtzRotate,
  p9306PtzZoom,
  PTZ_DIRECTION,
} from '@outrider/jt1078';
import {
  CONTROL,
  decodeAlarmSign,
  fromHex,
  p8105Control,
  p8201QueryLocation,
  p8300Text,
  p9208AttachmentRequest,
  STANDARD_OFFSET_MINUTES,
  type MessageCodec,
} from '@outrider/jt808';
import type { FlowTable } from '../jt1078/flow-table.ts';
import type { TalkLines } from '../jt1078/talk-lines.ts';
import type {
  CameraMove,
  DeviceLink,
  DeviceRecords,
  FlowSink,
  LiveFlow,
  LiveRequest,
  PlaybackFlow,
  PlaybackRequest,
  RecordQuery,
  SoundAttributes,
  StreamChoice,
  TalkFlow,
  TalkRequest,
  TalkSink,
} from '../link.ts';
import type { CommandOptions } from './commands.ts';
import type { Accepted, Jt808Connection } from './connection.ts';
import { listRecords, type RecordedSignals, startPlayback } from './recorded.ts';
import { startTalk } from './start-talk.ts';

export type MediaEndpoint = {
  flows: FlowTable;
  livePort: number;
  playbackPort: number;
  filesPort: number;
  talks: TalkLines;
  /** The newest link of a device: what ends a talk goes there, should it have been taken over meanwhile. */
  linkOf: (deviceKey: number) => Jt808Link | undefined;
  /** What devices are told to dial; '' means the local address at which the device's link arrived. */
  address: string;
  onPrivateAddress: (link: DeviceLink, address: string) => void;
};

/** A person waits for the picture: one try, and the hub decides about further ones. */
const LIVE_OPTIONS: CommandOptions = { timeoutMs: 10_000, repeats: 0 };
/** Talk waits for nothing longer than a person does, and an unanswered question must not hold up its end. */
const TALK_OPTIONS: CommandOptions = { timeoutMs: 5_000, repeats: 0 };
const ATTRIBUTES_OPTIONS: CommandOptions = {
  timeoutMs: 3_000,
  repeats: 0,
  expected: { kind: 'dedicated', id: 0x1003 },
};
/** Late is wrong for a camera that somebody steers. */
const MOVE_OPTIONS: CommandOptions = { timeoutMs: 5_000, repeats: 0 };
const MOVE_SPEED = 128;
const ZOOM = { in: 0, out: 1 } as const;
const { stop, up, down, left, right } = PTZ_DIRECTION;
/** The standard knows four directions: a diagonal is both, one after the other. */
const turns = {
  up: [up],
  down: [down],
  left: [left],
  right: [right],
  'up-left': [up, left],
  'up-right': [up, right],
  'down-left': [down, left],
  'down-right': [down, right],
  stop: [stop],
} as const;
/** Digits of the SIM field by the standard, JT/T 1078 reference 5.2: the last 12 of a longer number. */
const SIM_DIGITS = 12;
const FLAG_DISPLAY = 1 << 2;
const FLAG_READ_ALOUD = 1 << 3;

const contents = { av: LIVE_DATA.audioVideo, video: LIVE_DATA.video, audio: LIVE_DATA.listen } as const;

export class Jt808Link implements DeviceLink {
  readonly linkId: number;
  readonly deviceKey: number;
  readonly deviceId: string;
  readonly connectedMs: number;
  readonly connection: Jt808Connection;
  private readonly media: MediaEndpoint;
  private attributes: Promise<SoundAttributes | null> | null = null;
  /** The newest movement of each channel: an older one that still waits for its first answer sends nothing more. */
  private readonly moves = new Map<number, CameraMove>();

  constructor(linkId: number, connection: Jt808Connection, accepted: Accepted, media: MediaEndpoint) {
    this.linkId = linkId;
    this.connection = connection;
    this.media = media;
    this.deviceKey = accepted.deviceKey;
    this.deviceId = accepted.deviceId;
    this.connectedMs = connection.kit.clock.now();
  }

  get protocol(): string {
    return `JT/T 808-${this.connection.codec.edition}`;
  }

  get transport(): 'tcp' | 'udp' {
    return this.connection.transport.kind;
  }

  /** The number by which the device names itself. */
  get terminalId(): string {
    return this.connection.terminalId;
  }

  get remoteAddress(): string {
    return this.connection.transport.remoteAddress;
  }

  async startLive(request: LiveRequest, sink: FlowSink): Promise<LiveFlow> {
    const flow = this.media.flows.expect({
      purpose: 'live',
      deviceKey: this.deviceKey,
      terminalId: this.connection.terminalId,
      linkAddress: this.remoteAddress,
      channel: request.channel,
      sink,
    });
    try {
      await this.send(p9101LiveRequest, this.liveMessage(request), LIVE_OPTIONS);
    } catch (error) {
      // A device that plays without ever answering is playing (JT/T 1078 reference, 12.2).
      const plays = error instanceof AppError && error.code === 'device_timeout' && flow.hasFrames();
      if (!plays) {
        flow.cancel();
        // 1.1: release the failed attempt, or some recorders refuse the next ones.
        if (error instanceof AppError && error.code === 'device_timeout') this.release(request.channel);
        throw error;
      }
    }
    return {
      switchStream: (stream) => {
        flow.ordered();
        return this.control(request.channel, LIVE_COMMAND.switchStream, stream);
      },
      stop: async () => {
        if (!flow.close()) return;
        try {
          await this.control(request.channel, LIVE_COMMAND.stop, 'main');
        } catch (error) {
          if (!(error instanceof AppError)) throw error; // offline, silent or refusing: the connection is closed below anyway
        } finally {
          flow.disconnect();
        }
      },
    };
  }

  startTalk({ kind, channel }: TalkRequest, sink: TalkSink, cancelled?: AbortSignal): Promise<TalkFlow> {
    const { connection, media, deviceKey, deviceId } = this;
    const phone = connection.codec.identity?.phone ?? connection.terminalId;
    return startTalk(
      {
        lines: media.talks,
        log: connection.kit.log,
        ask: async (request) => {
          await this.send(p9101LiveRequest, { ...request, address: this.mediaAddress(), udpPort: 0 }, LIVE_OPTIONS);
        },
        control: async (control) => {
          await (media.linkOf(deviceKey) ?? this).talkControl(control);
        },
      },
      {
        deviceKey,
        deviceId,
        kind,
        channel,
        terminalId: connection.terminalId,
        simDigits: phone.slice(-SIM_DIGITS).padStart(SIM_DIGITS, '0'),
        linkAddress: this.remoteAddress,
        sink,
      },
      cancelled,
    );
  }

  listRecords(query: RecordQuery): Promise<DeviceRecords> {
    return listRecords(this.recorded(), query);
  }

  startPlayback(request: PlaybackRequest, sink: FlowSink): Promise<PlaybackFlow> {
    const flow = this.media.flows.expect({
      purpose: 'playback',
      deviceKey: this.deviceKey,
      terminalId: this.connection.terminalId,
      linkAddress: this.remoteAddress,
      channel: request.channel,
      sink,
    });
    return startPlayback(this.recorded(), request, flow);
  }

  async requestFiles({ alarmSign, alarmNumber }: { alarmSign: string; alarmNumber: string }): Promise<void> {
    const sign = decodeAlarmSign(fromHex(alarmSign));
    const place = { host: this.mediaAddress(), tcpPort: this.media.filesPort, udpPort: 0 };
    await this.send(p9208AttachmentRequest, { ...place, alarmSign: sign, alarmNumber });
  }

  soundAttributes(): Promise<SoundAttributes | null> {
    this.attributes ??= this.askAttributes();
    return this.attributes;
  }

  async moveCamera(channel: number, move: CameraMove): Promise<void> {
    if ('zoom' in move) {
      await this.send(p9306PtzZoom, { channel, value: ZOOM[move.zoom] }, MOVE_OPTIONS);
      return;
    }
    const ends = move.turn === 'stop';
    const order = { ...move };
    this.moves.set(channel, order);
    for (const direction of turns[move.turn]) {
      // Let go before the first half was answered: the second one would turn a camera that nobody stops.
      if (this.moves.get(channel) !== order) return;
      await this.send(
        p9301PtzRotate,
        { channel, direction, speed: ends ? 0 : MOVE_SPEED },
        ends ? undefined : MOVE_OPTIONS,
      );
    }
    if (this.moves.get(channel) === order) this.moves.delete(channel);
  }

  async locate(): Promise<void> {
    await this.send(p8201QueryLocation, {}, { expected: { kind: 'dedicated', id: 0x0201 } });
  }

  async sendText(text: string): Promise<void> {
    await this.send(p8300Text, { flags: FLAG_DISPLAY | FLAG_READ_ALOUD, textType: 1, text });
  }

  async reboot(): Promise<void> {
    await this.send(p8105Control, { command: CONTROL.restart });
  }

  /** The device's times are in this zone from the next message on. */
  readClockIn(utcOffsetMinutes: number): void {
    const { connection } = this;
    if (connection.accepted !== null) connection.accepted = { ...connection.accepted, utcOffsetMinutes };
  }

  close(reason: string): void {
    this.connection.close(reason);
  }

  private liveMessage(request: LiveRequest): Parameters<typeof p9101LiveRequest.encode>[0] {
    return {
      address: this.mediaAddress(),
      tcpPort: this.media.livePort,
      udpPort: 0,
      channel: request.channel,
      dataType: contents[request.content],
      streamType: LIVE_STREAM[request.stream],
    };
  }

  private recorded(): RecordedSignals {
    const { connection, media, deviceKey } = this;
    const utcOffsetMinutes = connection.accepted?.utcOffsetMinutes ?? STANDARD_OFFSET_MINUTES;
    return {
      utcOffsetMinutes,
      ask: (codec, message, options) =>
        connection.questions.send(codec.id, () => connection.codec.encode(codec, message), options),
      command: (codec, message, options) => this.send(codec, message, options),
      control: async (codec, message, options) => {
        await (media.linkOf(deviceKey) ?? this).send(codec, message, options);
      },
      endpoint: () => ({ address: this.mediaAddress(), tcpPort: media.playbackPort }),
    };
  }

  private mediaAddress(): string {
    const address = this.media.address || this.connection.transport.localAddress;
    this.media.onPrivateAddress(this, address);
    return address;
  }

  private async talkControl(control: LiveControl): Promise<void> {
    await this.send(p9102LiveControl, control, TALK_OPTIONS);
  }

  private async askAttributes(): Promise<SoundAttributes | null> {
    try {
      const answer = await this.send(p9003QueryAvAttributes, {}, ATTRIBUTES_OPTIONS);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler decoded the 0x1003 that settled the command
      const { audioCodec, audioFrameLength } = answer as AvAttributes;
      return { payloadType: audioCodec, frameBytes: audioFrameLength };
    } catch (error) {
      if (error instanceof AppError) return null; // silent or refusing: what its packets say, or the most common coding, serves
      throw error;
    }
  }

  private async control(channel: number, command: number, stream: StreamChoice): Promise<void> {
    const streamType = command === LIVE_COMMAND.switchStream ? LIVE_STREAM[stream] : 0;
    await this.send(p9102LiveControl, { channel, command, closeType: 0, streamType }, LIVE_OPTIONS);
  }

  private release(channel: number): void {
    this.control(channel, LIVE_COMMAND.stop, 'main').catch((error: unknown) => {
      if (!(error instanceof AppError))
        this.connection.kit.log.error('release failed', { deviceId: this.deviceId, err: error });
    });
  }

  private async send<T>(codec: MessageCodec<T>, message: T, options?: CommandOptions): Promise<unknown> {
    return this.connection.commands.send(codec.id, () => this.connection.codec.encode(codec, message), options);
  }
}
