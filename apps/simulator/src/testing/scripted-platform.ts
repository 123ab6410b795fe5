// A platform of a few lines for the simulator's own tests: accepts, answers what it must, keeps what came, asks when told.
// Not the server: it shares the protocol packages with it, but none of its rules.
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { FrameSplitter, LinkCodec, p8001GeneralReply, p8100RegisterReply, t0001GeneralReply } from '@outrider/jt808';
import type { MessageCodec } from '@outrider/jt808';
import { FrameAssembler, PacketSplitter } from '@outrider/jt1078';
import type { MediaFrame } from '@outrider/jt1078';
import { Joiner } from '../link/joiner.ts';
import type { Received } from '../link/joiner.ts';

type Wanted = { readonly fits: (message: Received) => boolean; readonly found: (message: Received) => void };

/** One device's link, or all of them one after the other. */
export class ScriptedPlatform {
  readonly messages: Received[] = [];
  /** Of the device that was heard last. */
  codec = new LinkCodec();
  rejected = 0;
  /** Results of 0x8001 by message id; 0 otherwise, null leaves the message unanswered. */
  readonly results = new Map<number, number | null>();
  links = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly wanted = new Set<Wanted>();
  private readonly wantedParts = new Map<string, (body: Uint8Array) => void>();
  private socket: { write: (bytes: Uint8Array) => unknown; destroy: () => unknown } | null = null;

  constructor() {
    this.server = createServer((socket) => this.accept(socket));
  }

  /** Listens on any free port. */
  async listen(): Promise<number> {
    return listenOn(this.server);
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  dropLink(): void {
    this.socket?.destroy();
  }

  /** Sends one message to the device that was heard last; gives its serial. */
  send<T>(codec: MessageCodec<T>, message: T): number {
    const { serial, frames } = this.codec.encode(codec, message);
    for (const frame of frames) this.socket?.write(frame);
    return serial;
  }

  /** Sends a request and gives the result of its 0x0001. */
  async ask<T>(codec: MessageCodec<T>, message: T): Promise<number> {
    const serial = this.send(codec, message);
    const reply = await this.next(
      0x0001,
      (received) => received.body[0] === serial >> 8 && received.body[1] === (serial & 0xff),
    );
    return t0001GeneralReply.decode(reply.body, this.codec.edition).result;
  }

  /** Sends a request and reads its dedicated answer. */
  async query<T, A>(codec: MessageCodec<T>, message: T, answer: MessageCodec<A>): Promise<A> {
    const coming = this.next(answer.id);
    this.send(codec, message);
    return answer.decode((await coming).body, this.codec.edition);
  }

  /** The next message with this id that fits, among those still to come. */
  next(id: number, fits: (message: Received) => boolean = () => true): Promise<Received> {
    return new Promise((resolve) => {
      this.wanted.add({ fits: (message) => message.id === id && fits(message), found: resolve });
    });
  }

  /** The body of the next frame that is package `index` of a message. */
  nextPart(id: number, index: number): Promise<Uint8Array> {
    return new Promise((resolve) => this.wantedParts.set(`${id}:${index}`, resolve));
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    this.links += 1;
    this.socket = socket;
    const codec = new LinkCodec();
    const splitter = new FrameSplitter();
    const joiner = new Joiner();
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      for (const event of splitter.push(bytes)) {
        if (event.kind === 'rejected') {
          this.rejected += 1;
          continue;
        }
        codec.learn(event.header);
        this.codec = codec;
        this.socket = socket;
        const part = `${event.header.messageId}:${event.header.packageIndex ?? 0}`;
        this.wantedParts.get(part)?.(event.body.slice());
        this.wantedParts.delete(part);
        const message = joiner.push(event);
        if (message !== null) this.take(message);
      }
    });
  }

  private take(message: Received): void {
    this.messages.push(message);
    this.answer(message);
    for (const want of this.wanted) {
      if (!want.fits(message)) continue;
      this.wanted.delete(want);
      want.found(message);
    }
  }

  private answer({ id, serial }: Received): void {
    const result = this.results.get(id);
    if (result === null || id === 0x0001) return;
    if (id === 0x0100) this.send(p8100RegisterReply, { replySerial: serial, result: result ?? 0, authCode: 'code-1' });
    else this.send(p8001GeneralReply, { replySerial: serial, replyId: id, result: result ?? 0 });
  }
}

/** A media port: frames of all connections in order of arrival, and a way to speak back. */
export class ScriptedMediaPort {
  readonly frames: MediaFrame[] = [];
  connections = 0;
  closed = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly waiters = new Set<() => void>();

  constructor() {
    this.server = createServer((socket) => this.accept(socket));
  }

  async listen(): Promise<number> {
    return listenOn(this.server);
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  speak(bytes: Uint8Array): void {
    for (const socket of this.sockets) socket.write(bytes);
  }

  /** Resolves when `reached` holds; looked at whenever something happens on the port. */
  until(reached: () => boolean): Promise<void> {
    if (reached()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = (): void => {
        if (!reached()) return;
        this.waiters.delete(look);
        resolve();
      };
      this.waiters.add(look);
    });
  }

  private accept(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    const splitter = new PacketSplitter();
    const assembler = new FrameAssembler();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.closed += 1;
      this.look();
    });
    socket.on('data', (bytes: Buffer) => {
      for (const packet of splitter.push(bytes, performance.now())) {
        const frame = assembler.push(packet, performance.now());
        if (frame !== null) this.frames.push(frame);
      }
      this.look();
    });
    this.look();
  }

  private look(): void {
    for (const waiter of this.waiters) waiter();
  }
}

const listenOn = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A TCP server that listens has an address object, never a pipe's name.
      const address = server.address() as AddressInfo;
      resolve(address.port);
    });
  });
