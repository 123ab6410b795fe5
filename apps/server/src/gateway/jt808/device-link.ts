// A JT/T 808 connection as a device link: neutral requests become messages. Media flows are the business of jt1078/.
import { AppError } from '@outrider/contract';
import { LIVE_COMMAND, LIVE_DATA, LIVE_STREAM, p9101LiveRequest, p9102LiveControl } from '@outrider/jt1078';
import { CONTROL, p8105Control, p8201QueryLocation, p8300Text, type MessageCodec } from '@outrider/jt808';
import type { FlowTable } from '../jt1078/flow-table.ts';
import type { DeviceLink, FlowSink, LiveFlow, LiveRequest, StreamChoice } from '../link.ts';
import type { CommandOptions } from './commands.ts';
import type { Accepted, Jt808Connection } from './connection.ts';

export type MediaEndpoint = {
  flows: FlowTable;
  livePort: number;
  /** What devices are told to dial; '' means the local address at which the device's link arrived. */
  address: string;
  onPrivateAddress: (link: DeviceLink, address: string) => void;
};

/** A person waits for the picture: one try, and the hub decides about further ones. */
const LIVE_OPTIONS: CommandOptions = { timeoutMs: 10_000, repeats: 0 };
const FLAG_DISPLAY = 1 << 2;
const FLAG_READ_ALOUD = 1 << 3;

const contents = { av: LIVE_DATA.audioVideo, video: LIVE_DATA.video, audio: LIVE_DATA.listen } as const;

export class Jt808Link implements DeviceLink {
  readonly linkId: number;
  readonly deviceKey: number;
  readonly deviceId: string;
  readonly connectedMs: number;
  private readonly connection: Jt808Connection;
  private readonly media: MediaEndpoint;

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
      switchStream: (stream) => this.control(request.channel, LIVE_COMMAND.switchStream, stream),
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

  async locate(): Promise<void> {
    await this.send(p8201QueryLocation, {}, { expected: { kind: 'dedicated', id: 0x0201 } });
  }

  async sendText(text: string): Promise<void> {
    await this.send(p8300Text, { flags: FLAG_DISPLAY | FLAG_READ_ALOUD, textType: 1, text });
  }

  async reboot(): Promise<void> {
    await this.send(p8105Control, { command: CONTROL.restart });
  }

  close(reason: string): void {
    this.connection.close(reason);
  }

  private liveMessage(request: LiveRequest): Parameters<typeof p9101LiveRequest.encode>[0] {
    const address = this.media.address || this.connection.transport.localAddress;
    this.media.onPrivateAddress(this, address);
    return {
      address,
      tcpPort: this.media.livePort,
      udpPort: 0,
      channel: request.channel,
      dataType: contents[request.content],
      streamType: LIVE_STREAM[request.stream],
    };
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
