// A device with cameras that does what a test says when video is asked for: connects, sends, stays silent or refuses.
import { once } from 'node:events';
import { type Socket, createConnection } from 'node:net';
import {
  DATA_TYPE,
  encodePacket,
  LIVE_COMMAND,
  PAYLOAD_TYPE,
  Packetizer,
  p9101LiveRequest,
  p9102LiveControl,
} from '@outrider/jt1078';
import { Device, type DeviceOptions } from './device.ts';
import { HOST } from './server.ts';

/** What the platform asked: 0x9101 as start, 0x9102 as stop or switch. */
export type Asked = { what: 'start' | 'stop' | 'switch' | 'other'; channel: number; stream: number };

/** H.264 parameter sets of a 352x288 recorder, then slices that only carry their number. */
const SPS = [0, 0, 0, 1, 0x67, 0x4d, 0x00, 0x14, 0x95, 0xa8, 0x58, 0x25, 0x90];
const PPS = [0, 0, 0, 1, 0x68, 0xee, 0x3c, 0x80];
const KEY_SLICE = [0, 0, 0, 1, 0x65, 0x88];
const SLICE = [0, 0, 0, 1, 0x41, 0x9a];
const NUMBER_BYTES = 8;
const FILL = 0x55;

/** A picture with its number inside, `bytes` long at least. A key picture brings its parameter sets. */
export const picture = (number: number, { key = false, bytes = 200 } = {}): Uint8Array => {
  const head = key ? [...SPS, ...PPS, ...KEY_SLICE] : SLICE;
  const digits = String(number).padStart(NUMBER_BYTES, '0');
  const body = new Uint8Array(Math.max(bytes, head.length + NUMBER_BYTES)).fill(FILL);
  body.set(head);
  body.set(Buffer.from(digits, 'latin1'), head.length);
  return body;
};

/** H.265 units that only their types tell: parameter sets and a key slice, or a slice. */
export const h265Picture = (key: boolean): Uint8Array => {
  const units = key
    ? [
        [0x40, 1, 12],
        [0x42, 1, 1, 1],
        [0x44, 1, 0xc1],
        [0x26, 1, 0xaf],
      ]
    : [[0x02, 1, 0xd0]];
  return Uint8Array.from(units.flatMap((unit) => [0, 0, 0, 1, ...unit, FILL, FILL, FILL, FILL]));
};

/** The number inside a picture, also where parameter sets stand before the slice. */
export const numberOf = (body: Uint8Array): number => {
  const bytes = Buffer.from(body);
  const slice = [KEY_SLICE, SLICE].map((start) => bytes.indexOf(Buffer.from(start))).find((at) => at >= 0);
  if (slice === undefined) throw new Error('no picture of this recorder');
  const from = slice + SLICE.length;
  return Number(bytes.subarray(from, from + NUMBER_BYTES).toString('latin1'));
};

/** One media connection. */
export class Camera {
  closed = false;
  readonly socket: Socket;
  readonly #packets = new Packetizer();
  readonly channel: number;
  readonly #simDigits: string;
  #timeMs = 1_000_000n;

  private constructor(socket: Socket, simDigits: string, channel: number) {
    this.socket = socket;
    this.#simDigits = simDigits;
    this.channel = channel;
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.closed = true;
    });
    socket.resume();
  }

  /** `from`: the local address to come from; all of 127/8 is this machine. */
  static async connect(port: number, simDigits: string, channel: number, from?: string): Promise<Camera> {
    const socket = createConnection({ port, host: HOST, noDelay: true, ...(from && { localAddress: from }) });
    const camera = new Camera(socket, simDigits, channel);
    await once(socket, 'connect');
    return camera;
  }

  /** Sends a whole picture, 40 ms after the one before by its timestamp. `body`: a real one instead of one that carries its number. */
  send(number: number, options: { key?: boolean; bytes?: number; body?: Uint8Array } = {}): void {
    this.#timeMs += 40n;
    this.socket.write(
      this.#packets.bytes({
        simDigits: this.#simDigits,
        channel: this.channel,
        dataType: options.key === true ? DATA_TYPE.videoI : DATA_TYPE.videoP,
        payloadType: PAYLOAD_TYPE.h264,
        timestampMs: this.#timeMs,
        body: options.body ?? picture(number, options),
      }),
    );
  }

  /** The device's clock is set. */
  jump(ms: bigint): void {
    this.#timeMs += ms;
  }

  /** 20 ms of G.711A, or what the test says under any payload type. */
  sendSound(body: Uint8Array = new Uint8Array(160).fill(0xd5), payloadType: number = PAYLOAD_TYPE.g711a): void {
    this.socket.write(
      this.#packets.bytes({
        simDigits: this.#simDigits,
        channel: this.channel,
        dataType: DATA_TYPE.audio,
        payloadType,
        timestampMs: this.#timeMs,
        body,
      }),
    );
  }

  /** Transparent data with a time stamp, which the standard does not give it. */
  sendStampedData(body: Uint8Array): void {
    const about = { simDigits: this.#simDigits, channel: this.channel, timestampMs: this.#timeMs };
    const { transparent: dataType } = DATA_TYPE;
    for (const packet of this.#packets.packets({ ...about, dataType, payloadType: PAYLOAD_TYPE.transparent, body }))
      this.socket.write(encodePacket({ ...packet, timestampMs: this.#timeMs }));
  }

  write(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  close(): void {
    this.socket.destroy();
  }
}

export class Recorder {
  readonly device: Device;
  readonly asked: Asked[] = [];
  /** Media connections in the order they were made. */
  readonly cameras: Camera[] = [];
  /** What happens on 0x9101: `connect` dials in and leaves sending to the test; `mute` says nothing; a number refuses with it. */
  onStart: 'connect' | 'stay-away' | 'mute' | number = 'connect';
  /** The result of 0x9102 command 1. */
  switchResult = 0;
  /** Where media connections come from, when not from where the link does. */
  mediaFrom: string | undefined;
  readonly #mediaPort: number;

  private constructor(device: Device, mediaPort: number) {
    this.device = device;
    this.#mediaPort = mediaPort;
    device.on(0x9101, (frame) => {
      const { channel, streamType, tcpPort } = p9101LiveRequest.decode(frame.body, device.edition);
      this.asked.push({ what: 'start', channel, stream: streamType });
      if (this.onStart !== 'mute') device.reply(frame.header, typeof this.onStart === 'number' ? this.onStart : 0);
      if (this.onStart === 'connect') this.dial(channel, tcpPort).catch(() => undefined); // nobody is there any more
    });
    device.on(0x9102, (frame) => {
      const { channel, command, streamType } = p9102LiveControl.decode(frame.body, device.edition);
      const what = command === LIVE_COMMAND.stop ? 'stop' : command === LIVE_COMMAND.switchStream ? 'switch' : 'other';
      this.asked.push({ what, channel, stream: streamType });
      device.reply(frame.header, what === 'switch' ? this.switchResult : 0);
    });
  }

  static async online(ports: { jt808: number; mediaLive: number }, options: DeviceOptions = {}): Promise<Recorder> {
    const device = await Device.dial(ports.jt808, options);
    const recorder = new Recorder(device, ports.mediaLive);
    await device.signOn();
    return recorder;
  }

  count(what: Asked['what']): number {
    return this.asked.filter((each) => each.what === what).length;
  }

  /** The newest media connection. */
  get camera(): Camera {
    const camera = this.cameras.at(-1);
    if (!camera) throw new Error('no media connection was made');
    return camera;
  }

  async dial(channel = 1, port = this.#mediaPort): Promise<Camera> {
    const camera = await Camera.connect(port, this.device.phone.slice(-12), channel, this.mediaFrom);
    this.cameras.push(camera);
    return camera;
  }

  close(): void {
    for (const camera of this.cameras) camera.close();
    this.device.close();
  }
}
