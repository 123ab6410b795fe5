// A recorder that does exactly what a test says, over a real socket: frames out, frames in, nothing answered by itself but what
// `on` was given. The simulator is the recorder that behaves; this one need not.
import { type Socket as UdpSocket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Socket, createConnection } from 'node:net';
import {
  FrameSplitter,
  LinkCodec,
  type Frame,
  type Header,
  type HeaderLayout,
  type MessageCodec,
  encodeFrame,
  encodeLocation,
  p8001GeneralReply,
  p8100RegisterReply,
  t0001GeneralReply,
  t0100Register,
  t0102Authenticate,
  type LocationReport,
} from '@outrider/jt808';
import { HOST } from './server.ts';
import { type Waiting, until } from './until.ts';

export type Edition = '2013' | '2019';
export type DeviceOptions = {
  phone?: string;
  edition?: Edition;
  transport?: 'tcp' | 'udp';
  /** The local address to come from: all of 127/8 is this machine. */
  from?: string;
  /** The code of an earlier registration: `signOn` then only authenticates. */
  authCode?: string;
  /** What the hardware calls itself when it registers: its terminal id. */
  hardware?: string;
  waiting?: Waiting;
};

type Wire = { write: (bytes: Uint8Array) => void; close: () => void };

const STATUS_ACC_AND_FIX = 3;

/** A location as a driving vehicle reports it; `timeMs` is device time in UTC. */
export const locationAt = (timeMs: number, changes: Partial<LocationReport> = {}): LocationReport => ({
  alarm: 0,
  status: STATUS_ACC_AND_FIX,
  latitude: 24.1,
  longitude: 120.6,
  altitude: 20,
  speedKmh: 50,
  direction: 90,
  time: timeMs,
  items: [],
  ...changes,
});

export class Device {
  readonly phone: string;
  readonly edition: Edition;
  readonly codec: LinkCodec;
  /** Everything the platform sent and nobody took yet. */
  readonly received: Frame[] = [];
  authCode = '';
  closed = false;
  readonly #waiting: Waiting;
  readonly #hardware: string;
  readonly #handlers = new Map<number, (frame: Frame) => void>();
  readonly #splitter = new FrameSplitter();
  #wire: Wire = { write: () => undefined, close: () => undefined };

  private constructor({
    phone = '13800000101',
    edition = '2013',
    waiting = {},
    authCode = '',
    hardware = 'T000001',
  }: DeviceOptions) {
    this.#hardware = hardware;
    this.authCode = authCode;
    this.edition = edition;
    const layout: HeaderLayout = edition;
    const long = edition === '2019';
    this.phone = phone.padStart(long ? 20 : 12, '0');
    this.codec = new LinkCodec({ layout, versionFlag: long, protocolVersion: long ? 1 : null, phone: this.phone });
    this.#waiting = waiting;
  }

  /** Connects, says nothing. */
  static async dial(port: number, options: DeviceOptions = {}): Promise<Device> {
    const device = new Device(options);
    device.#wire =
      options.transport === 'udp' ? await device.#overUdp(port) : await device.#overTcp(port, options.from);
    return device;
  }

  /** Connects, registers and authenticates. */
  static async online(port: number, options: DeviceOptions = {}): Promise<Device> {
    const device = await Device.dial(port, options);
    try {
      await device.signOn();
    } catch (error) {
      device.close();
      throw error;
    }
    return device;
  }

  /** The number as the platform names it. */
  get id(): string {
    return this.phone.replace(/^0+/, '');
  }

  async signOn(): Promise<void> {
    if (this.authCode === '') {
      const reply = await this.register();
      if (reply.result !== 0) throw new Error(`register refused: ${reply.result}`);
    }
    const result = await this.authenticate(this.authCode);
    if (result !== 0) throw new Error(`authentication refused: ${result}`);
  }

  /** Sends 0x0100 and gives its serial. */
  sendRegister(plate = 'TEST-1'): number {
    return this.send(t0100Register, {
      province: 35,
      city: 1,
      manufacturer: 'OUTR',
      model: 'TEST',
      terminalId: this.#hardware,
      plateColor: 1,
      plate,
    });
  }

  async register(plate?: string): Promise<{ result: number; authCode?: string }> {
    const serial = this.sendRegister(plate);
    const frame = await this.take(
      0x8100,
      (f) => p8100RegisterReply.decode(f.body, this.edition).replySerial === serial,
    );
    const reply = p8100RegisterReply.decode(frame.body, this.edition);
    this.authCode = reply.authCode ?? '';
    return { result: reply.result, authCode: this.authCode };
  }

  authenticate(authCode: string): Promise<number> {
    return this.ask(t0102Authenticate, { authCode, imei: '', softwareVersion: '' });
  }

  /** Sends a location and gives the result of its answer. */
  locate(report: LocationReport): Promise<number> {
    return this.answerTo(this.sendBody(0x0200, encodeLocation(report)));
  }

  send<T>(codec: MessageCodec<T>, message: T): number {
    return this.sendBody(codec.id, codec.encode(message, this.edition));
  }

  /** Gives the serial that the answer will name. */
  sendBody(messageId: number, body: Uint8Array, splitLength?: number): number {
    const { serial, frames } = this.codec.encodeBody(messageId, body, splitLength);
    for (const frame of frames) this.write(frame);
    return serial;
  }

  /** Sends and gives the result of the 0x8001. */
  ask<T>(codec: MessageCodec<T>, message: T): Promise<number> {
    return this.answerTo(this.send(codec, message));
  }

  async answerTo(serial: number): Promise<number> {
    const frame = await this.take(0x8001, (f) => p8001GeneralReply.decode(f.body, this.edition).replySerial === serial);
    return p8001GeneralReply.decode(frame.body, this.edition).result;
  }

  /** Has the platform answered this serial so far? */
  hasAnswerTo(serial: number): boolean {
    return this.received.some(
      (f) => f.header.messageId === 0x8001 && p8001GeneralReply.decode(f.body, this.edition).replySerial === serial,
    );
  }

  /** The next message of the platform with this id that fits; taken off `received`. */
  take(messageId: number, fits: (frame: Frame) => boolean = () => true): Promise<Frame> {
    return until(
      `0x${messageId.toString(16)} from the platform`,
      () => {
        const at = this.received.findIndex((f) => f.header.messageId === messageId && fits(f));
        if (at >= 0) return this.received.splice(at, 1)[0];
        if (this.closed) throw new Error('the link has ended');
        return undefined;
      },
      this.#waiting,
    );
  }

  /** 0x0001 to a request of the platform. */
  reply({ serial, messageId }: Header, result = 0): void {
    this.send(t0001GeneralReply, { replySerial: serial, replyId: messageId, result });
  }

  /** Called at once for every message with this id, which is then not kept in `received`. */
  on(messageId: number, handler: (frame: Frame) => void): void {
    this.#handlers.set(messageId, handler);
  }

  write(bytes: Uint8Array): void {
    this.#wire.write(bytes);
  }

  close(): void {
    this.#wire.close();
  }

  async untilClosed(): Promise<void> {
    await until('the platform closes the link', () => this.closed, this.#waiting);
  }

  #hear(bytes: Uint8Array): void {
    for (const event of this.#splitter.push(bytes)) {
      if (event.kind !== 'frame') throw new Error(`the platform sent a broken frame: ${event.error}`);
      const frame = { ...event, body: event.body.slice() };
      const handler = this.#handlers.get(event.header.messageId);
      if (handler) handler(frame);
      else this.received.push(frame);
    }
  }

  async #overTcp(port: number, from: string | undefined): Promise<Wire> {
    const socket: Socket = createConnection({ port, host: HOST, noDelay: true, ...(from && { localAddress: from }) });
    await once(socket, 'connect');
    socket.on('data', (bytes: Buffer) => this.#hear(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.closed = true;
    });
    return { write: (bytes) => void socket.write(bytes), close: () => void socket.destroy() };
  }

  async #overUdp(port: number): Promise<Wire> {
    const socket: UdpSocket = createSocket('udp4');
    socket.bind(0, HOST);
    await once(socket, 'listening');
    socket.on('message', (bytes) => this.#hear(bytes));
    return {
      write: (bytes) => socket.send(bytes, port, HOST),
      close: () => {
        if (!this.closed) socket.close();
        this.closed = true;
      },
    };
  }
}

/** One frame of a terminal by hand, for what no honest device sends. */
export const rawFrame = (phone: string, messageId: number, serial: number, body: Uint8Array): Uint8Array =>
  encodeFrame(
    { layout: '2013', versionFlag: false, protocolVersion: null, phone: phone.padStart(12, '0'), messageId, serial },
    body,
  );
