// The link of one device to another platform: we speak to it as the device would. Register, authenticate, report; one report on its way at a
// time, and what waits behind it together as 0x0704. Its owner calls `tick` about once a second.
import { createConnection, type Socket } from 'node:net';
import {
  DecodeError,
  encodeGbk,
  FrameSplitter,
  GENERAL_RESULT,
  LinkCodec,
  p8001GeneralReply,
  p8100RegisterReply,
  t0001GeneralReply,
  t0002Heartbeat,
  t0100Register,
  t0102Authenticate,
  type Frame,
} from '@outrider/jt808';
import type { Clock } from '../../kernel/clock.ts';
import { errorText } from '../../kernel/error-text.ts';
import { type Reportable, reportOf } from './report-of.ts';
import { WaitingReports, type WaitingTotal } from './waiting-reports.ts';

/** A position waits for so long, then it is given up. */
const KEPT_MS = 3_600_000;
/** One a second for an hour. */
const MOST_WAITING = 3600;
const ANSWER_WITHIN_MS = 30_000;
const HEARTBEAT_MS = 60_000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;
/** Digits that the header of 2013 has room for; longer numbers go with the header of 2019. */
const SHORT_PHONE = 12;
const LONG_PHONE = 20;
const LONGEST_COUNTED = 255;
const UNREADABLE = 'The other server sends what cannot be read.';
const [REPORT, BATCH, AUTHENTICATE] = [0x0200, 0x0704, 0x0102];
/** 0x8100: the vehicle, or the terminal, is registered already. Then nobody is given a code. */
const REGISTERED: readonly number[] = [1, 3];
const UNSUPPORTED = GENERAL_RESULT.notSupported;

export type OutgoingCounts = WaitingTotal & { sent: number; dropped: number };
/** Where a position stands: the row of the journal, and whether it came while nobody could be reached. */
export type Origin = { row: number; isLate: boolean };
/** The code that the other platform gave a device, kept while no link stands. */
export type KeptCode = {
  /** '' for none. */
  read(): Promise<string>;
  /** '' where it does not count any more. */
  keep(code: string): void;
};
export type OutgoingKit = {
  clock: Clock;
  code: KeptCode;
  target: { host: string; port: number };
  /** Counted over all links. */
  counts: OutgoingCounts;
  /** The newest failure in words; '' when a report was answered. */
  tell: (trouble: string) => void;
};

type Step = 'away' | 'dialling' | 'registering' | 'authenticating' | 'ready';

/** Only numbers can be a terminal's. */
export const canBeTerminal = (deviceId: string): boolean => /^\d{1,20}$/.test(deviceId);

export class OutgoingLink {
  readonly #kit: OutgoingKit;
  readonly #phone: string;
  readonly #plate: string;
  readonly #waiting: WaitingReports;
  #codec: LinkCodec;
  #splitter = new FrameSplitter();
  #socket: Socket | null = null;
  #step: Step = 'away';
  /** Undefined: what is kept was not looked at yet. */
  #authCode: string | undefined;
  /** Serial and number of positions of the message that waits for its answer. */
  #onItsWay: { serial: number; count: number } | null = null;
  #failed = false;
  #saidMs = 0;
  #dialAtMs = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #leaving = false;

  constructor(kit: OutgoingKit, { deviceId, plate }: { deviceId: string; plate: string }) {
    this.#kit = kit;
    this.#waiting = new WaitingReports(kit.counts);
    this.#phone = deviceId;
    this.#plate = plate;
    this.#codec = this.#freshCodec();
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The row of the journal that the oldest of what waits stands in; undefined: nothing waits. */
  get firstRow(): number | undefined {
    return this.#waiting.firstRow;
  }

  get isReady(): boolean {
    return this.#step === 'ready';
  }

  get isDialling(): boolean {
    return this.#step === 'dialling';
  }

  /** Nothing waits and nobody is connected: it may be dropped. */
  get isOver(): boolean {
    return this.#leaving && this.#step === 'away' && this.#waiting.length === 0;
  }

  /** The positions of a device come in the order of their rows. */
  push(position: Reportable, { row, isLate }: Origin): void {
    const { clock } = this.#kit;
    const ageMs = Math.max(0, clock.now() - position.receivedMs);
    this.#waiting.push({ body: reportOf(position), row, sinceMs: clock.monotonic() - ageMs }, isLate);
    if (this.#waiting.length > MOST_WAITING) this.#drop(1);
    this.#send();
  }

  /** Gives up what stands in rows up to this one. */
  dropUpTo(row: number): void {
    this.#drop(this.#waiting.countUpTo(row));
  }

  wantsToDial(nowMs: number): boolean {
    return this.#step === 'away' && this.#waiting.length > 0 && nowMs >= this.#dialAtMs;
  }

  dial(): void {
    this.#step = 'dialling';
    this.#saidMs = this.#kit.clock.monotonic();
    if (this.#authCode !== undefined) return this.#connect();
    this.#kit.code.read().then(
      (kept) => {
        this.#authCode ??= kept;
        if (this.#step === 'dialling' && this.#socket === null) this.#connect();
      },
      (error: unknown) => this.#step === 'dialling' && this.#fail(errorText(error)),
    );
  }

  #connect(): void {
    this.#codec = this.#freshCodec();
    this.#splitter = new FrameSplitter();
    const socket = createConnection({ ...this.#kit.target, noDelay: true });
    this.#socket = socket;
    const ended = (why: string): void => {
      if (this.#socket === socket) this.#fail(why);
    };
    socket.on('connect', () => this.#introduce());
    socket.on('data', (chunk: Buffer) => this.#hear(socket, chunk));
    socket.on('error', (error) => ended(errorText(error)));
    socket.on('close', () => ended('The other server closed the connection.'));
  }

  /** A boundary: what cannot be read ends the connection and nothing else. */
  #hear(socket: Socket, chunk: Buffer): void {
    for (const event of this.#splitter.push(chunk)) {
      if (this.#socket !== socket) return;
      if (event.kind !== 'frame') continue;
      try {
        this.#take(event);
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
        this.#fail(UNREADABLE);
      }
    }
  }

  /** A link whose device is not online ends when nothing waits any more. */
  tick(nowMs: number, isOnline: boolean): void {
    this.#leaving = !isOnline;
    this.#drop(this.#waiting.countBefore(nowMs - KEPT_MS));
    if (this.#step === 'away') return;
    const waitsForAnswer = this.#step !== 'ready' || this.#onItsWay !== null;
    if (waitsForAnswer && nowMs - this.#saidMs >= ANSWER_WITHIN_MS) this.#fail('The other server does not answer.');
    else if (this.#leaving && this.#waiting.length === 0) this.#end();
    else if (!waitsForAnswer && nowMs - this.#saidMs >= HEARTBEAT_MS) this.#say(this.#codec.encode(t0002Heartbeat, {}));
  }

  close(): void {
    this.#end();
    this.#waiting.remove(this.#waiting.length);
  }

  #freshCodec(): LinkCodec {
    const isLong = this.#phone.length > SHORT_PHONE;
    return new LinkCodec({
      layout: isLong ? '2019' : '2013',
      versionFlag: isLong,
      protocolVersion: isLong ? 1 : null,
      phone: this.#phone.padStart(isLong ? LONG_PHONE : SHORT_PHONE, '0'),
    });
  }

  #introduce(): void {
    if (this.#authCode && this.#hasRoomFor(this.#authCode)) return this.#authenticate(this.#authCode);
    this.#step = 'registering';
    this.#say(
      this.#codec.encode(t0100Register, {
        province: 0,
        city: 0,
        manufacturer: 'OUTRD',
        model: 'relay',
        terminalId: this.#phone.slice(-7),
        plateColor: this.#plate === '' ? 0 : 9,
        plate: this.#plate,
      }),
    );
  }

  #authenticate(authCode: string): void {
    this.#step = 'authenticating';
    this.#say(this.#codec.encode(t0102Authenticate, { authCode, imei: '', softwareVersion: '' }));
  }

  /** The form of 2019 counts the bytes of a code in one byte. */
  #hasRoomFor(authCode: string): boolean {
    return this.#codec.edition !== '2019' || encodeGbk(authCode).length <= LONGEST_COUNTED;
  }

  #take({ header, body }: Frame): void {
    const { messageId } = header;
    const isAnswer = messageId === p8001GeneralReply.id || messageId === p8100RegisterReply.id;
    // Encrypted or in parts it would be read as something else.
    if (isAnswer && (header.encryption !== 0 || header.subpackaged)) return;
    if (messageId === p8001GeneralReply.id) this.#answered(p8001GeneralReply.decode(body, this.#codec.edition));
    else if (messageId === p8100RegisterReply.id) {
      const { result, authCode = '' } = p8100RegisterReply.decode(body, this.#codec.edition);
      if (this.#step !== 'registering') return;
      if (result !== 0) this.#notRegistered(result);
      else if (this.#hasRoomFor(authCode)) {
        this.#know(authCode);
        this.#authenticate(authCode);
      } else this.#fail(UNREADABLE);
    } else {
      // Whatever it wants of the device: it is not there to be asked.
      const refusal = { replySerial: header.serial, replyId: messageId, result: UNSUPPORTED };
      this.#socket?.write(Buffer.concat(this.#codec.encode(t0001GeneralReply, refusal).frames));
    }
  }

  #know(authCode: string): void {
    this.#authCode = authCode;
    this.#kit.code.keep(authCode);
  }

  #notRegistered(result: number): void {
    const isThere = REGISTERED.includes(result);
    // Only people can mend that, so it is not asked often.
    if (isThere) this.#pauseMs = LONGEST_PAUSE_MS;
    this.#fail(
      isThere
        ? `The other server has ${this.#phone} already and gives no new code (result ${result}). Remove it there: it is registered again within minutes.`
        : `The other server does not register ${this.#phone} (result ${result}).`,
    );
  }

  #answered({ replyId, replySerial, result }: { replyId: number; replySerial: number; result: number }): void {
    if (replyId === AUTHENTICATE && this.#step === 'authenticating') {
      if (result !== 0) {
        this.#know('');
        this.#fail(`The other server does not know ${this.#phone} (result ${result}).`);
        return;
      }
      this.#step = 'ready';
      if (this.#failed) this.#waiting.areLate();
      this.#failed = false;
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#send();
      return;
    }
    const told = this.#onItsWay;
    if (told === null || told.serial !== replySerial || (replyId !== REPORT && replyId !== BATCH)) return;
    this.#onItsWay = null;
    if (result === 0) {
      this.#waiting.remove(told.count);
      this.#kit.counts.sent += told.count;
      this.#kit.tell('');
    } else {
      this.#drop(told.count);
      this.#kit.tell(`The other server refuses reports of ${this.#phone} (result ${result}).`);
    }
    this.#send();
  }

  #send(): void {
    if (this.#step !== 'ready' || this.#onItsWay !== null) return;
    const { bodies, isLate } = this.#waiting.next();
    const [first] = bodies;
    if (first === undefined) return;
    const encoded =
      bodies.length === 1 && !isLate
        ? this.#codec.encodeBody(REPORT, first)
        : this.#codec.encodeBody(BATCH, batchOf(bodies, isLate));
    this.#onItsWay = { serial: encoded.serial, count: bodies.length };
    this.#say(encoded);
  }

  #say({ frames }: { frames: readonly Uint8Array[] }): void {
    this.#saidMs = this.#kit.clock.monotonic();
    this.#socket?.write(Buffer.concat(frames));
  }

  #drop(count: number): void {
    this.#waiting.remove(count);
    this.#kit.counts.dropped += count;
    if (this.#onItsWay !== null) this.#onItsWay.count = Math.max(0, this.#onItsWay.count - count);
  }

  #fail(trouble: string): void {
    this.#kit.tell(trouble);
    this.#failed = true;
    this.#dialAtMs = this.#kit.clock.monotonic() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    this.#end();
  }

  #end(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#step = 'away';
    this.#onItsWay = null;
    socket?.destroy();
  }
}

/** The body of 0x0704. */
const batchOf = (bodies: readonly Uint8Array[], isLate: boolean): Uint8Array => {
  const head = Buffer.alloc(3);
  head.writeUInt16BE(bodies.length);
  head.writeUInt8(isLate ? 1 : 0, 2);
  const parts: Uint8Array[] = [head];
  for (const body of bodies) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(body.length);
    parts.push(length, body);
  }
  return Buffer.concat(parts);
};
