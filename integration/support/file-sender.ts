// The attachment connection of a recorder, message by message, over a real socket: what a test says, honest or not.
import { once } from 'node:events';
import { type Socket, createConnection } from 'node:net';
import {
  encodeFileChunk,
  FrameSplitter,
  LinkCodec,
  p8001GeneralReply,
  p9212FileCompleteReply,
  t1210AttachmentList,
  t1211FileStart,
  t1212FileComplete,
  type AlarmSign,
  type AttachmentFile,
  type FileCompleteReply,
  type Frame,
  type MessageCodec,
} from '@outrider/jt808';
import { HOST } from './server.ts';
import { until } from './until.ts';

export type SentFile = AttachmentFile & { data: Uint8Array };

/** A file whose bytes say what it is, as long as asked for. */
export const fileOf = (name: string, type: number, size: number): SentFile => {
  const data = Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8) + name.length) & 0xff);
  if (name.endsWith('.jpg')) data.set([0xff, 0xd8, 0xff, 0xe0]);
  return { name, type, size, data };
};

export class FileSender {
  closed = false;
  readonly received: Frame[] = [];
  readonly #codec: LinkCodec;
  readonly #splitter = new FrameSplitter();
  readonly #socket: Socket;

  private constructor(socket: Socket, phone: string) {
    this.#socket = socket;
    this.#codec = new LinkCodec({
      layout: '2013',
      versionFlag: false,
      protocolVersion: null,
      phone: phone.padStart(12, '0'),
    });
    socket.on('data', (bytes: Buffer) => {
      for (const event of this.#splitter.push(bytes))
        if (event.kind === 'frame') this.received.push({ ...event, body: event.body.slice() });
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.closed = true;
    });
  }

  /** `from`: the local address to come from. */
  static async dial(port: number, phone: string, from = HOST): Promise<FileSender> {
    const socket = createConnection({ port, host: HOST, noDelay: true, localAddress: from });
    await once(socket, 'connect');
    return new FileSender(socket, phone);
  }

  /** 0x1210: gives the result of its 0x8001. */
  announce(
    alarmSign: AlarmSign,
    alarmNumber: string,
    files: readonly { name: string; size: number }[],
    infoType = 0,
  ): Promise<number> {
    return this.ask(t1210AttachmentList, { terminalId: 'T', alarmSign, alarmNumber, infoType, files });
  }

  start(file: AttachmentFile): Promise<number> {
    return this.ask(t1211FileStart, file);
  }

  /** A piece of the file; what is behind its end is left out. */
  send(file: SentFile, offset = 0, length = file.data.length): void {
    for (let at = offset; at < Math.min(offset + length, file.data.length); at += 65_536) {
      const data = file.data.subarray(at, Math.min(at + 65_536, offset + length));
      this.write(encodeFileChunk({ name: file.name, offset: at, data }));
    }
  }

  /** 0x1212: gives the 0x9212. */
  async complete(file: AttachmentFile): Promise<FileCompleteReply> {
    this.say(t1212FileComplete, file);
    const frame = await this.take(0x9212);
    return p9212FileCompleteReply.decode(frame.body, '2013');
  }

  /** Begins, sends and completes; gives the 0x9212. */
  async whole(file: SentFile): Promise<FileCompleteReply> {
    await this.start(file);
    this.send(file);
    return this.complete(file);
  }

  say<T>(codec: MessageCodec<T>, message: T): number {
    const { serial, frames } = this.#codec.encode(codec, message);
    for (const frame of frames) this.write(frame);
    return serial;
  }

  async ask<T>(codec: MessageCodec<T>, message: T): Promise<number> {
    const serial = this.say(codec, message);
    const frame = await this.take(0x8001, ({ body }) => p8001GeneralReply.decode(body, '2013').replySerial === serial);
    return p8001GeneralReply.decode(frame.body, '2013').result;
  }

  take(messageId: number, fits: (frame: Frame) => boolean = () => true): Promise<Frame> {
    return until(`0x${messageId.toString(16)} on the files port`, () => {
      const at = this.received.findIndex((frame) => frame.header.messageId === messageId && fits(frame));
      if (at >= 0) return this.received.splice(at, 1)[0];
      if (this.closed) throw new Error('the connection ended');
      return undefined;
    });
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.destroy();
  }
}
