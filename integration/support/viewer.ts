// A viewer of ws.cgi written from the documented format alone, on a bare socket: it can stop reading, and shares no code with the
// server or the console.
import { type Socket, createConnection } from 'node:net';
import { asJson, type Json } from './operator.ts';
import { HOST, type Account } from './server.ts';
import { type Waiting, until } from './until.ts';

export const KIND = { video: 1, audio: 2, parameterSets: 3, state: 4, note: 5 } as const;
export const FLAG = { key: 1, discontinuity: 2, sub: 4, replay: 8 } as const;

/** One binary message of the stream socket. */
export type StreamMessage = {
  kind: number;
  codec: number;
  flags: number;
  channel: number;
  presentationUs: number;
  captureMs: number;
  sequence: number;
  detail: number;
  body: Buffer;
};

export type ViewerOptions = {
  channel?: number;
  /** A random stream of this number in place of a channel. */
  streamid?: number;
  stream?: 'main' | 'sub';
  delay?: 40 | 120;
  waiting?: Waiting;
};

const SMALLEST_HEADER = 32;
const CLOSE = 8;
const PING = 9;
/** Empty, masked with zeros. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const readMessage = (message: Buffer): StreamMessage => {
  const headerBytes = message.readUInt16BE(6);
  if (message[0] !== 1 || headerBytes < SMALLEST_HEADER) throw new Error('not a stream message of version 1');
  return {
    kind: message.readUInt8(1),
    codec: message.readUInt8(2),
    flags: message.readUInt8(3),
    channel: message.readUInt16BE(4),
    presentationUs: Number(message.readBigUInt64BE(8)),
    captureMs: Number(message.readBigUInt64BE(16)),
    sequence: message.readUInt32BE(24),
    detail: message.readUInt32BE(28),
    body: Buffer.from(message.subarray(headerBytes)),
  };
};

export class Viewer {
  /** The status line of the answer to the upgrade. */
  status = '';
  readonly messages: StreamMessage[] = [];
  readonly states: Json[] = [];
  /** What of the stream cannot be shown or heard, each as it came. */
  readonly notes: Json[] = [];
  closed = false;
  /** What the server said when it closed. */
  ending: { code: number; reason: string } | null = null;
  readonly socket: Socket;
  readonly #waiting: Waiting;
  #pending = Buffer.alloc(0);
  #upgraded = false;

  private constructor(socket: Socket, waiting: Waiting) {
    this.socket = socket;
    this.#waiting = waiting;
    socket.on('data', (bytes: Buffer) => this.#hear(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.closed = true;
    });
  }

  /** Asks for a channel; resolves when the answer is there, whatever it is. */
  static async open(port: number, account: Account, deviceid: string, options: ViewerOptions = {}): Promise<Viewer> {
    const { channel = 1, streamid, stream = 'sub', delay = 40, waiting = {} } = options;
    const seat = streamid === undefined ? { channel: String(channel) } : { streamid: String(streamid) };
    return Viewer.ask(port, account, { deviceid, ...seat, stream, delay: String(delay) }, waiting);
  }

  /** The same with any query. */
  static async ask(
    port: number,
    account: Account,
    query: Readonly<Record<string, string>>,
    waiting: Waiting = {},
  ): Promise<Viewer> {
    const viewer = new Viewer(createConnection({ port, host: HOST }), waiting);
    const said = new URLSearchParams({ ...query, user: account.user, password: account.hash });
    viewer.socket.write(
      `GET /ws.cgi?${said.toString()} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    await viewer.until('an answer to the upgrade', () => viewer.status !== '' || viewer.closed);
    return viewer;
  }

  get videos(): StreamMessage[] {
    return this.messages.filter(({ kind }) => kind === KIND.video);
  }

  until<T>(what: string, look: () => T | undefined | false): Promise<T> {
    return until(what, look, this.#waiting);
  }

  /** Waits for a state among those still to come or already there after `from`. */
  async untilState(state: string, from = 0): Promise<Json> {
    return this.until(`the state ${state}, so far ${this.states.map((s) => String(s['state'])).join(' ')}`, () =>
      this.states.slice(from).find((each) => each['state'] === state),
    );
  }

  /** Sends a text frame, masked with zeros as clients must mask. */
  say(text: string): void {
    const body = Buffer.from(text);
    this.socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]));
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  close(): void {
    this.socket.destroy();
  }

  #hear(bytes: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, bytes]);
    if (!this.#upgraded) {
      const end = this.#pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.status = this.#pending.subarray(0, this.#pending.indexOf('\r\n')).toString('latin1');
      this.#upgraded = this.status.includes(' 101 ');
      this.#pending = this.#pending.subarray(end + 4);
    }
    if (this.#upgraded) this.#readFrames();
  }

  #closing(payload: Buffer): void {
    this.ending = { code: payload.length < 2 ? 0 : payload.readUInt16BE(0), reason: payload.toString('utf8', 2) };
    this.socket.destroy();
  }

  #readFrames(): void {
    let at = 0;
    for (;;) {
      const frame = readFrame(this.#pending, at);
      if (frame === null) break;
      at = frame.end;
      if (frame.opcode === PING) this.socket.write(PONG);
      if (frame.opcode === CLOSE) this.#closing(frame.payload);
      if (frame.opcode === 2) this.#take(readMessage(frame.payload));
    }
    this.#pending = this.#pending.subarray(at);
  }

  #take(message: StreamMessage): void {
    if (message.kind === KIND.note) this.notes.push(asJson(JSON.parse(message.body.toString('utf8'))));
    else if (message.kind === KIND.state) this.states.push(asJson(JSON.parse(message.body.toString('utf8'))));
    else this.messages.push(message);
  }
}

/** A WebSocket frame from the server, never masked and never fragmented. Null while it is not whole. */
const readFrame = (bytes: Buffer, at: number): { opcode: number; payload: Buffer; end: number } | null => {
  if (bytes.length < at + 2) return null;
  const short = bytes.readUInt8(at + 1);
  const headBytes = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < at + headBytes) return null;
  const length =
    short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
  const start = at + headBytes;
  if (bytes.length < start + length) return null;
  return { opcode: bytes.readUInt8(at) & 15, payload: bytes.subarray(start, start + length), end: start + length };
};
