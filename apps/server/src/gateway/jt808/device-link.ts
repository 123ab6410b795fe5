// A JT/T 808 connection as a device link: neutral requests become messages. Media flows are the business of jt1078/.
import { AppError } from '@outrider/contract';
import {
  LIVE_COMMAND,
  LIVE_DATA,
  LIVE_STREAM,
  type LiveControl,
  p9101LiveRequest,
  p9102LiveControl,
} from '@outrider/jt1078';
import { STANDARD_OFFSET_MINUTES, type MessageCodec } from '@outrider/jt808';
import { isUnanswered } from '../../kernel/errors.ts';
import type { FlowTable } from '../jt1078/flow-table.ts';
import type { TalkLines } from '../jt1078/talk-lines.ts';
import type {
  DeviceLink,
  DeviceRecords,
  DeviceUpload,
  FirmwareSending,
  FirmwareSource,
  FlowSink,
  LinkCounts,
  LiveFlow,
  LiveRequest,
  PlaybackFlow,
  PlaybackRequest,
  RecordQuery,
  StreamChoice,
  TalkFlow,
  TalkRequest,
  TalkSink,
  UploadRequest,
} from '../link.ts';
import type { AnswerOf, OrderName, OrderOf } from '../orders.ts';
import type { Accepted, Jt808Connection } from './connection.ts';
import { FirmwareTransfer } from './firmware-transfer.ts';
import type { SendOptions } from './orders/order-lane.ts';
import type { LaneName } from './orders/order-lanes.ts';
import { OrderSender } from './orders/order-sender.ts';
import type { OwedStops } from './owed-stops.ts';
import { listRecords, type RecordedSignals, startPlayback } from './recorded.ts';
import { startTalk } from './start-talk.ts';

export type MediaEndpoint = {
  flows: FlowTable;
  livePort: number;
  playbackPort: number;
  filesPort: number;
  talks: TalkLines;
  /** Live streams of devices that had no link when they were to be stopped. */
  owed: OwedStops;
  /** The newest link of a device: what steers or ends a stream goes there, should this one have been taken over meanwhile. */
  linkOf: (deviceKey: number) => Jt808Link | undefined;
  /** What devices are told to dial; '' means the local address at which the device's link arrived. */
  address: () => string;
  onPrivateAddress: (link: DeviceLink, address: string) => void;
};

/** A person waits for the picture: one try, and the hub decides about further ones. */
const LIVE_OPTIONS: SendOptions = { timeoutMs: 10_000, repeats: 0 };
/** Talk waits for nothing longer than a person does, and an unanswered question must not hold up its end. */
const TALK_OPTIONS: SendOptions = { timeoutMs: 5_000, repeats: 0 };
/** Nobody waits for the end of a try that failed, and the next one waits behind it. */
const RELEASE_OPTIONS: SendOptions = { timeoutMs: 3_000, repeats: 0 };
/** Digits of the SIM field by the standard, JT/T 1078 reference 5.2: the last 12 of a longer number. */
const SIM_DIGITS = 12;

/** Questions in our vendor block are numbered in two bytes. */
const BLOCK_MASK = 0xffff;

const contents = { av: LIVE_DATA.audioVideo, video: LIVE_DATA.video, audio: LIVE_DATA.listen } as const;

export class Jt808Link implements DeviceLink {
  readonly linkId: number;
  readonly deviceKey: number;
  readonly deviceId: string;
  readonly connectedMs: number;
  readonly connection: Jt808Connection;
  private readonly media: MediaEndpoint;
  /** Channels that it refused to play, and was told to stop since. */
  private readonly refusals = new Set<number>();
  /** There from the first order on. */
  #orders: OrderSender | null = null;
  private blocks = 0;

  constructor(linkId: number, connection: Jt808Connection, accepted: Accepted, media: MediaEndpoint) {
    this.linkId = linkId;
    this.connection = connection;
    this.media = media;
    this.deviceKey = accepted.deviceKey;
    this.deviceId = accepted.deviceId;
    this.connectedMs = connection.kit.clock.now();
  }

  private get orders(): OrderSender {
    return (this.#orders ??= this.createOrders());
  }

  private createOrders(): OrderSender {
    const { lanes, codec } = this.connection;
    const place = {
      mediaAddress: () => this.mediaAddress(),
      filesPort: this.media.filesPort,
      edition: () => codec.edition,
      utcOffsetMinutes: () => this.utcOffsetMinutes,
      nextBlock: () => (this.blocks = (this.blocks + 1) & BLOCK_MASK),
    };
    return new OrderSender({ lanes, codec, place });
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

  get serverAddress(): string {
    return this.mediaAddress();
  }

  get livePort(): number {
    return this.media.livePort;
  }

  get counts(): LinkCounts {
    return this.connection.counts;
  }

  get remotePort(): number {
    return this.connection.transport.remotePort;
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
      this.refusals.delete(request.channel);
    } catch (error) {
      // A device that plays without ever answering is playing (JT/T 1078 reference, 12.2).
      if (!(isUnanswered(error) && flow.hasFrames())) {
        flow.cancel();
        if (error instanceof AppError) this.giveUp(request.channel, error);
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
          await this.stopLive(request.channel);
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

  order<N extends OrderName>(name: N, order: OrderOf<N>): Promise<AnswerOf<N>> {
    this.connection.askedMedia.order(name, order);
    return this.orders.order(name, order);
  }

  startUpload(request: UploadRequest): Promise<DeviceUpload> {
    const { lanes, codec, uploads } = this.connection;
    return uploads.start({ lanes, codec, utcOffsetMinutes: this.utcOffsetMinutes }, request);
  }

  sendFirmware(source: FirmwareSource): FirmwareSending {
    const { connection } = this;
    if (connection.transfer?.isOver === false) throw new AppError('conflict', 'A firmware is sent to this device.');
    const transfer = new FirmwareTransfer(
      {
        clock: connection.kit.clock,
        codec: connection.codec,
        write: (frame) => connection.write(frame),
        unsentBytes: () => connection.transport.unsentBytes,
      },
      source,
    );
    connection.transfer = transfer;
    return transfer;
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

  private get utcOffsetMinutes(): number {
    return this.connection.accepted?.utcOffsetMinutes ?? STANDARD_OFFSET_MINUTES;
  }

  private recorded(): RecordedSignals {
    const { media, deviceKey } = this;
    return {
      utcOffsetMinutes: this.utcOffsetMinutes,
      ask: (codec, message, options) => this.send(codec, message, options, 'lists'),
      command: (codec, message, options) => this.send(codec, message, options),
      control: async (codec, message, options) => {
        await (media.linkOf(deviceKey) ?? this).send(codec, message, options);
      },
      endpoint: () => ({ address: this.mediaAddress(), tcpPort: media.playbackPort }),
    };
  }

  private mediaAddress(): string {
    const address = this.media.address() || this.connection.transport.localAddress;
    this.media.onPrivateAddress(this, address);
    return address;
  }

  private async talkControl(control: LiveControl): Promise<void> {
    await this.send(p9102LiveControl, control, TALK_OPTIONS);
  }

  private async control(channel: number, command: number, stream: StreamChoice, options = LIVE_OPTIONS): Promise<void> {
    const streamType = command === LIVE_COMMAND.switchStream ? LIVE_STREAM[stream] : 0;
    const link = this.media.linkOf(this.deviceKey) ?? this;
    await link.send(p9102LiveControl, { channel, command, closeType: 0, streamType }, options);
  }

  /** 1.1: a failed try is released, or some recorders refuse the next ones; one that a newer try followed is not, that would end it. */
  private giveUp(channel: number, error: AppError): void {
    const { media, deviceKey, terminalId } = this;
    if (media.flows.isAsked({ purpose: 'live', deviceKey, terminalId, channel })) return;
    if (error.code === 'device_timeout') this.release(channel);
    else if (isUnanswered(error)) media.owed.add(deviceKey, channel);
    // A recorder may refuse because somebody listens to this channel of it, and that has no other end than this one.
    // Once: one that refuses is asked again and again, and each release keeps others waiting.
    else if (error.code === 'device_refused' && !media.talks.isOn(deviceKey, channel) && !this.refusals.has(channel)) {
      this.refusals.add(channel);
      this.release(channel);
    }
  }

  /** Tells the device to stop, in the background. */
  release(channel: number): void {
    this.stopLive(channel, RELEASE_OPTIONS).catch((error: unknown) => {
      this.connection.kit.log.error('release failed', { deviceId: this.deviceId, err: error });
    });
  }

  /** A device that is silent or refuses has its connection closed anyway; one that has no link is told when it is back. */
  private async stopLive(channel: number, options?: SendOptions): Promise<void> {
    try {
      await this.control(channel, LIVE_COMMAND.stop, 'main', options);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'device_offline') this.media.owed.add(this.deviceKey, channel);
    }
  }

  private async send<T>(
    codec: MessageCodec<T>,
    message: T,
    options: SendOptions,
    lane: LaneName = 'prompt',
  ): Promise<unknown> {
    const { lanes, codec: link } = this.connection;
    return lanes[lane].send(codec.id, () => link.encode(codec, message), options);
  }
}
