// One JT/T 808 connection: bytes in, frames out, identity, idle limits. What a message means is in handlers/.
/* oxlint-disable max-lines -- one connection with its state; a part of it knows too little by itself */
import type { RefusalReason } from '@outrider/contract';
import {
  FrameSplitter,
  GENERAL_RESULT,
  isJpeg,
  LinkCodec,
  p8001GeneralReply,
  p8003ResendRequest,
  p8800MediaReply,
  Subpackages,
  terminalIdOf,
  toHex,
  type Frame,
  type FrameEvent,
  type Header,
  type MessageCodec,
  type RejectedFrame,
  type SubpackageEffect,
} from '@outrider/jt808';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { WorkMeter } from '../../kernel/work/work-meters.ts';
import type {
  Admission,
  FileSink,
  MessageSink,
  PositionSink,
  RefusalLog,
  TerminalDirectory,
  UpgradeNews,
} from '../ports.ts';
import type { Stranger, Strangers } from '../strangers.ts';
import { Meter, type Traffic } from '../traffic.ts';
import type { FirmwareTransfer } from './firmware-transfer.ts';
import type { FrameTap } from './frame-tap.ts';
import type { Jt808Counters } from './counters.ts';
import { Uploads } from './uploads.ts';
import { HeldFrames } from './held-frames.ts';
import { AskedMedia } from './asked-media.ts';
import { MediaReplies } from './media-replies.ts';
import { isAnsweredWhenWhole, type Message } from './message.ts';
import { OrderLanes } from './orders/order-lanes.ts';
import { RepeatedMessages } from './repeated-messages.ts';
import type { DeviceTransport } from './transport.ts';

export type Accepted = Extract<Admission, { outcome: 'accepted' }>;

export type ConnectionKit = {
  clock: Clock;
  log: Log;
  directory: TerminalDirectory;
  positions: PositionSink;
  /** Measures position reports, from coming in to their answer. */
  reports?: WorkMeter;
  files: FileSink;
  messages: MessageSink;
  refusals: RefusalLog;
  /** False while nothing can be kept: messages then stay unanswered, so that devices keep what they have. */
  mayAnswer: () => boolean;
  /** Where a connection waits until it is authenticated. */
  strangers: Strangers;
  counters: Jt808Counters;
  traffic: Traffic;
  /** Finds the handler of a message and runs it. */
  dispatch: (connection: Jt808Connection, message: Message) => void;
  /** The device is authenticated: make it the device's link, closing an older one. */
  onAuthenticated: (connection: Jt808Connection, accepted: Accepted) => void;
  /** A driver's card was put in; null: taken out. */
  onDriver: (accepted: Accepted, driver: { name: string; licence: string } | null) => void;
  /** Said of a firmware that it was told to install. */
  onUpgrade: (accepted: Accepted, news: UpgradeNews) => void;
  onClosed: (connection: Jt808Connection, reason: string) => void;
  /** Does the link of a device answer? False: it has been closed. */
  isAlive: (deviceKey: number) => Promise<boolean>;
  /** A new device had to make room. */
  onPushedOut: (deviceKey: number) => void;
  /** Who wants heartbeats and reports as they came; asked for each. */
  heard: () => ((frame: Uint8Array) => void) | null;
  /** Who watches which connection; left out: nobody can. */
  taps?: { tapOf(connection: Jt808Connection): FrameTap | null };
};

const GENERAL_REPLY = 0x0001;
const HEARTBEAT = 0x0002;
const REPORT = 0x0200;
const REGISTER = 0x0100;
type ResendEffect = Extract<SubpackageEffect, { kind: 'resend' }>;

const MEDIA_UPLOAD = 0x0801;
const MAX_REJECTED_IN_A_ROW = 20;
const MAX_REFUSALS = 5;
/** Enough to see what is speaking. */
const REPORTED_BYTES = 64;
/** A stranger has this long for a first good frame and for authentication (section 2). */
const AUTHENTICATE_WITHIN_MS = 60_000;
const IDLE_UNKNOWN_MS = 300_000;
const IDLE_MIN_MS = 180_000;
/** A split message of a stranger, a register at most, has no more parts: strangers get no large buffers. */
const MAX_STRANGERS_PARTS = 8;
/** Positions handed on and not yet stored; above it the socket is read no further. */
const MAX_UNSTORED = 256;

const idText = ({ messageId }: Header): string => `0x${messageId.toString(16).padStart(4, '0').toUpperCase()}`;

export class Jt808Connection implements Stranger {
  readonly kit: ConnectionKit;
  readonly transport: DeviceTransport;
  readonly codec = new LinkCodec();
  /** What the device is asked and has not answered. */
  readonly lanes: OrderLanes;
  readonly repeated = new RepeatedMessages();
  readonly askedMedia: AskedMedia;
  /** Files and messages to be kept are kept, and answered, one after the other. */
  readonly keeping = new InTurn();
  readonly meter: Meter;
  /** A firmware that is sent in packets, one at a time. */
  transfer: FirmwareTransfer | null = null;
  /** Normal form of the number in the headers; '' before the first good frame. */
  terminalId = '';
  accepted: Accepted | null = null;
  /** Sees each frame both ways; null while nobody watches. */
  tap: FrameTap | null = null;
  readonly counts = { heartbeats: 0, others: 0, receivedMs: 0, sentMs: 0 };
  /** Good frames so far. */
  framesSeen = 0;
  /** A register that is being decided: its header, or that of its newest repetition. */
  registering: Header | null = null;
  private readonly splitter = new FrameSplitter();
  private readonly parts = new Subpackages();
  private readonly startedMs: number;
  private lastSeenMs: number;
  private lastHeartbeatMs: number | null = null;
  private heartbeatMs: number | null = null;
  private phone = '';
  private rejectedInARow = 0;
  private refusedCount = 0;
  /** Odd habits of this device that were reported already. */
  private noted: Set<string> | null = null;
  private unstored = 0;
  private paused = false;
  /** Who this is, is being decided: what comes is held until then. */
  private isHolding = false;
  private readonly held = new HeldFrames();
  private outgoing: Uint8Array[] = [];
  /** What a stranger said first, for the list of refused connections. */
  private firstBytes = new Uint8Array(0);
  private closed = false;
  #uploads: Uploads | null = null;
  #mediaReplies: MediaReplies | null = null;

  constructor(kit: ConnectionKit, transport: DeviceTransport) {
    this.kit = kit;
    this.transport = transport;
    this.meter = new Meter(kit.traffic);
    this.askedMedia = new AskedMedia(kit.clock);
    this.startedMs = kit.clock.monotonic();
    this.lastSeenMs = this.startedMs;
    this.lanes = new OrderLanes(kit.clock, (frame) => this.write(frame));
    kit.strangers.add(this);
  }

  /** What few links ever need is made when it is first asked for: a fleet has thousands of them. */
  get uploads(): Uploads {
    return (this.#uploads ??= new Uploads());
  }

  get mediaReplies(): MediaReplies {
    return (this.#mediaReplies ??= new MediaReplies());
  }

  get address(): string {
    return this.transport.remoteAddress;
  }

  /** Too many wait that nobody knows, and this one longest. */
  pushOut(): void {
    this.refuseAndClose('too many unknown connections', `${this.framesSeen} frames`, this.firstBytes);
  }

  /** Bytes of the device, in pieces of any size. Never throws. */
  receive(chunk: Uint8Array): void {
    if (this.closed) return;
    this.meter.came(chunk.length);
    if (this.firstBytes.length === 0) this.firstBytes = Uint8Array.from(chunk.subarray(0, REPORTED_BYTES));
    for (const event of this.splitter.push(chunk)) {
      if (this.closed) return;
      this.take(event);
    }
    if (this.framesSeen === 0 && this.splitter.skippedBytes > 4096)
      this.refuseAndClose('not JT/T 808', 'no frame in 4 KiB', chunk);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Datagrams hold whole frames: no bytes are kept from one to the next. */
  receiveDatagram(datagram: Uint8Array): void {
    this.meter.came(datagram.length);
    for (const event of new FrameSplitter().push(datagram)) if (!this.closed) this.take(event);
  }

  /** Sends a message of ours. What is sent within one turn of the event loop leaves in one write. */
  send<T>(codec: MessageCodec<T>, body: T): void {
    for (const frame of this.codec.encode(codec, body).frames) this.write(frame);
  }

  /** 0x8001. */
  answer(header: Header, result: number): void {
    if (!this.kit.mayAnswer()) return;
    this.send(p8001GeneralReply, { replySerial: header.serial, replyId: header.messageId, result });
  }

  /** 0x8001 for a whole message: under the serial of its first part, and of the part that waited with it. */
  answerWhole({ header, lastPart }: { header: Header; lastPart?: Header | undefined }, result: number): void {
    this.answer(header, result);
    if (lastPart !== undefined && isAnsweredWhenWhole(header.messageId)) this.answer(lastPart, result);
  }

  write(frame: Uint8Array): void {
    if (this.closed) return;
    if (this.tap !== null) this.tap.went(frame, this.codec.edition);
    if (this.outgoing.length === 0) queueMicrotask(() => this.flush());
    this.outgoing.push(frame);
    this.counts.sentMs = this.kit.clock.now();
  }

  /** A message could not be stored and was not answered: when the device repeats its parts, they count again. */
  forgetParts(header: Header): void {
    this.parts.forget(header);
  }

  /** Something was handed on (positive) or settled (negative), by its weight in batches of positions; too much stops the reading. */
  countUnstored(change: number): void {
    this.unstored += change;
    this.readOrPause();
  }

  /** From now on nothing that comes is handled, until `goOn`. */
  hold(): void {
    this.isHolding = true;
  }

  /** What was held is handled in its order, up to the next that makes it hold. */
  goOn(): void {
    this.isHolding = false;
    for (let frame = this.nextHeld(); frame !== undefined; frame = this.nextHeld()) this.takeGood(frame);
    this.readOrPause();
  }

  /**
   * UDP cannot be held back: what comes while too much waits to be kept is left unanswered, so that the device sends it again. True:
   * leave this message.
   */
  isOverfull(header: Header): boolean {
    if (this.transport.kind !== 'udp' || this.unstored < MAX_UNSTORED) return false;
    this.kit.counters.unkeptMessages += 1;
    this.forgetParts(header);
    return true;
  }

  heartbeat(): void {
    const nowMs = this.kit.clock.monotonic();
    if (this.lastHeartbeatMs !== null) this.heartbeatMs = nowMs - this.lastHeartbeatMs;
    this.lastHeartbeatMs = nowMs;
  }

  /** About once a second: missing sub-packages, idle limits. */
  tick(nowMs: number): void {
    for (const effect of this.parts.due(nowMs)) this.onPart(effect);
    if (this.accepted === null && nowMs - this.startedMs >= AUTHENTICATE_WITHIN_MS) {
      this.refuseAndClose(
        'never authenticated',
        `frames in ${AUTHENTICATE_WITHIN_MS / 1000} s: ${this.framesSeen}`,
        new Uint8Array(0),
      );
      return;
    }
    const limitMs = this.heartbeatMs === null ? IDLE_UNKNOWN_MS : Math.max(IDLE_MIN_MS, 3 * this.heartbeatMs);
    if (nowMs - this.lastSeenMs >= limitMs) this.close('silent');
  }

  /** Notes a refusal; too many of them end the connection. */
  refused(reason: RefusalReason, detail: string, bytes: Uint8Array): void {
    this.report(reason, detail, bytes);
    this.refusedCount += 1;
    if (this.refusedCount >= MAX_REFUSALS) this.close(reason);
  }

  /** An odd habit of the device that costs it something: reported at the first, once a connection, and not held against it. */
  note(reason: RefusalReason, detail: string, bytes: Uint8Array): void {
    this.noted ??= new Set();
    if (this.noted.has(reason)) return;
    this.noted.add(reason);
    this.report(reason, detail, bytes);
  }

  /** The other side closed. Who said something and left without authenticating is noted: somebody may be waiting for it. */
  lost(): void {
    if (!this.closed && this.accepted === null && this.refusedCount === 0 && this.firstBytes.length > 0) {
      const reason = this.saysNothing() ? 'not JT/T 808' : 'left before authentication';
      this.report(reason, `frames: ${this.framesSeen}`, this.firstBytes);
    }
    this.close('connection closed');
  }

  close(reason: string): void {
    if (this.closed) return;
    this.flush();
    this.closed = true;
    this.kit.strangers.remove(this);
    this.held.clear();
    this.lanes.close();
    this.transfer?.lost();
    this.#uploads?.close();
    this.transport.close();
    this.kit.onClosed(this, reason);
  }

  private take(event: FrameEvent): void {
    if (event.kind === 'rejected') {
      this.takeRejected(event);
      return;
    }
    this.rejectedInARow = 0;
    this.framesSeen += 1;
    if (this.framesSeen === 1) this.kit.strangers.spoke(this);
    this.kit.counters.frames += 1;
    this.lastSeenMs = this.kit.clock.monotonic();
    this.counts.receivedMs = this.kit.clock.now();
    if (event.header.messageId === HEARTBEAT) this.counts.heartbeats += 1;
    else this.counts.others += 1;
    if (!this.identify(event)) return;
    if (this.tap !== null) this.tap.came(event, this.codec.edition);
    if (this.isHolding && !this.isRegisterAgain(event)) this.holdBack(event);
    else this.takeGood(event);
  }

  private takeGood(frame: Frame): void {
    const { header, body, raw } = frame;
    if (this.accepted !== null && (header.messageId === REPORT || header.messageId === HEARTBEAT))
      this.kit.heard()?.(raw);
    if (header.encryption !== 0) {
      this.kit.counters.encryptedMessages += 1;
      this.note('encrypted messages', `${idText(header)}: switch encryption off in the recorder`, raw);
      this.answer(header, GENERAL_RESULT.malformed);
    } else if (header.subpackaged) {
      this.takePart(frame);
    } else this.handle({ header, body });
  }

  /** Repeated while it is decided: it counts as the one that is answered. */
  private isRegisterAgain({ header }: Frame): boolean {
    return this.registering !== null && header.messageId === REGISTER && !header.subpackaged;
  }

  /** What finds no room is left unanswered, so that the device sends it again. */
  private holdBack(frame: Frame): void {
    if (!this.held.add(frame)) this.kit.counters.unkeptMessages += 1;
    this.readOrPause();
  }

  private nextHeld(): Frame | undefined {
    return this.isHolding ? undefined : this.held.take();
  }

  private readOrPause(): void {
    const isFull = this.unstored >= MAX_UNSTORED || (this.paused && this.unstored > MAX_UNSTORED / 2);
    const pauses = isFull || this.held.isFull;
    if (pauses === this.paused) return;
    this.paused = pauses;
    if (pauses) this.transport.pause();
    else this.transport.resume();
  }

  /** The rule of a rejected frame is to answer nothing (section 3); a device that always errs is distinguished from line noise at once. */
  private takeRejected({ error, raw, short }: RejectedFrame): void {
    this.kit.counters.rejectedFrames += 1;
    this.rejectedInARow += 1;
    if (short !== undefined) {
      const { header, presentBytes } = short;
      const detail = `${idText(header)} of ${terminalIdOf(header.phone)} says ${header.bodyLength} bytes, ${presentBytes} came`;
      this.note('frames shorter than they say', detail, raw);
    }
    if (this.rejectedInARow < MAX_REJECTED_IN_A_ROW) return;
    this.refuseAndClose(this.saysNothing() ? 'not JT/T 808' : 'broken frames', error, raw);
  }

  private saysNothing(): boolean {
    return this.framesSeen === 0 && this.noted === null;
  }

  /** False for a frame that carries another number than those before it: nobody may speak for a neighbour, or try out numbers. */
  private identify({ header, raw }: Frame): boolean {
    if (header.phone !== this.phone) {
      const terminalId = terminalIdOf(header.phone);
      if (this.terminalId !== '' && terminalId !== this.terminalId) {
        this.refused('another number on this link', `${terminalId} on the link of ${this.terminalId}`, raw);
        return false;
      }
      this.phone = header.phone;
      this.terminalId = terminalId;
      this.tap = this.kit.taps?.tapOf(this) ?? null;
    }
    this.codec.learn(header);
    return true;
  }

  /**
   * Every part is acknowledged by itself, since some devices send the next one only then; the message is answered under the
   * serial of its first part (section 7). Where that answer says more than 'received', the first and the completing part wait.
   */
  private takePart({ header, body, raw }: Frame): void {
    if (this.accepted === null && (header.packageTotal ?? 0) > MAX_STRANGERS_PARTS) {
      this.answer(header, GENERAL_RESULT.failed);
      this.refused('not authenticated', `message in ${header.packageTotal} parts`, raw);
      return;
    }
    const effects = this.parts.add(header, body, this.lastSeenMs);
    this.lanes.partCame(header.messageId);
    const isOpen = effects.every(({ kind }) => kind === 'dropped');
    if (isOpen && !(isAnsweredWhenWhole(header.messageId) && header.packageIndex === 1))
      this.answer(header, GENERAL_RESULT.done);
    for (const effect of effects) this.onPart(effect, header);
  }

  private onPart(effect: SubpackageEffect, received?: Header): void {
    switch (effect.kind) {
      case 'complete': {
        const message = { header: effect.header, body: effect.body };
        const isLater = received !== undefined && received.serial !== effect.header.serial;
        if (isLater && !isAnsweredWhenWhole(effect.header.messageId)) this.answer(received, GENERAL_RESULT.done);
        this.handle(isLater ? { ...message, lastPart: received } : message);
        return;
      }
      case 'duplicate': {
        const waits = effect.completed ? this.unstored > 0 : effect.header.packageIndex === 1;
        if (!(waits && isAnsweredWhenWhole(effect.header.messageId))) this.answer(effect.header, GENERAL_RESULT.done);
        if (effect.completed && effect.header.messageId === MEDIA_UPLOAD) this.repeatMediaReply(effect.header);
        return;
      }
      case 'refused':
        this.answer(effect.header, GENERAL_RESULT.malformed);
        return;
      case 'resend':
        this.askForParts(effect);
        return;
      case 'dropped':
        this.kit.log.warn('sub-packaged message given up', {
          terminalId: this.terminalId,
          messageId: effect.messageId,
          reason: effect.reason,
          missing: effect.missing,
        });
    }
  }

  /** Of a picture by 0x8800 with its id, which stands in the first part (section 19.3); of all else by 0x8003. */
  private askForParts({ messageId, firstSerial, packages, firstBody }: ResendEffect): void {
    if (messageId === MEDIA_UPLOAD && firstBody !== undefined && firstBody.length >= 4 && !isJpeg(firstBody)) {
      const mediaId = new DataView(firstBody.buffer, firstBody.byteOffset).getUint32(0);
      this.send(p8800MediaReply, { replySerial: firstSerial, mediaId, packages });
    } else this.send(p8003ResendRequest, { firstSerial, packages });
  }

  private repeatMediaReply(lastPart: Header): void {
    const mediaId = this.mediaReplies.askedBy(lastPart);
    if (mediaId !== undefined) this.send(p8800MediaReply, { replySerial: lastPart.serial, mediaId });
  }

  private handle(message: Message): void {
    // Only what answers a question of ours needs no keeping.
    if (message.header.messageId !== GENERAL_REPLY && !this.kit.mayAnswer()) return;
    try {
      this.kit.dispatch(this, message);
    } catch (error) {
      // A bug in a handler: the device keeps its data and repeats, the link and the next frame live on (section 21.2).
      this.kit.log.error('message not handled', {
        terminalId: this.terminalId,
        messageId: message.header.messageId,
        err: error,
      });
      this.answerWhole(message, GENERAL_RESULT.failed);
    }
  }

  private refuseAndClose(reason: RefusalReason, detail: string, bytes: Uint8Array): void {
    this.report(reason, detail, bytes);
    this.close(reason);
  }

  private report(reason: RefusalReason, detail: string, bytes: Uint8Array): void {
    const { kind, localPort, remoteAddress } = this.transport;
    this.kit.refusals.add({
      transport: kind,
      port: localPort,
      address: remoteAddress,
      terminal: this.terminalId,
      reason,
      detail,
      bytes: bytes.slice(0, REPORTED_BYTES),
    });
    this.kit.log.debug('refused', {
      terminalId: this.terminalId,
      reason,
      detail,
      bytes: toHex(bytes.subarray(0, REPORTED_BYTES)),
    });
  }

  private flush(): void {
    const frames = this.outgoing;
    if (this.closed || frames.length === 0) return;
    this.outgoing = [];
    const [only] = frames;
    const bytes = frames.length === 1 && only !== undefined ? only : Buffer.concat(frames);
    this.meter.went(bytes.length);
    if (!this.transport.write(bytes)) this.close('reads nothing');
  }
}
