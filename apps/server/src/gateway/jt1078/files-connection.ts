// One connection on the port for active-safety files: bytes in, frames and chunks separated, one after the other, silence and limits.
// What they mean is in upload-dialogue.ts.
import type { Socket } from 'node:net';
import { AppError } from '@outrider/contract';
import {
  AttachmentSplitter,
  GENERAL_RESULT,
  LinkCodec,
  p8001GeneralReply,
  Subpackages,
  terminalIdOf,
  type AttachmentEvent,
  type Frame,
  type Header,
  type MessageCodec,
} from '@outrider/jt808';
import type { AlarmUploads } from '../alarm-files.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { MAX_UNSENT_BYTES, plainAddress } from '../jt808/transport.ts';
import type { RefusalLog } from '../ports.ts';
import { Meter, type Traffic } from '../traffic.ts';
import { UploadDialogue, type FileCounters, type FileRefusal } from './upload-dialogue.ts';

export type FilesConnectionKit = {
  clock: Clock;
  log: Log;
  refusals: RefusalLog;
  uploads: AlarmUploads;
  maxFileBytes: number;
  counters: FileCounters;
  traffic: Traffic;
  objection: (deviceKey: number, terminalId: string, address: string) => string | undefined;
  /** False while nothing can be kept: no device is answered then. */
  mayAnswer: () => boolean;
  claim: (connection: FilesConnection, alarmNumber: string) => void;
};

type Reason = FileRefusal | 'not an active-safety upload' | 'another number on this link';

/** To the 0x1210, between bytes, and in all. */
const FIRST_MESSAGE_MS = 30_000;
const IDLE_MS = 60_000;
const LONGEST_MS = 3_600_000;
/** For the answers to one that is refused: who reads nothing would never let it end. */
const LEAVING_MS = 5_000;
const MAX_REJECTED = 20;
const MAX_WITHOUT_FRAME = 64 * 1024;
/** The longest list of files has fewer. */
const MAX_STRANGERS_PARTS = 32;
const REPORTED_BYTES = 64;

export class FilesConnection {
  readonly address: string;
  private readonly kit: FilesConnectionKit;
  private readonly socket: Socket;
  private readonly splitter = new AttachmentSplitter();
  private readonly parts = new Subpackages();
  private readonly codec = new LinkCodec();
  private readonly dialogue: UploadDialogue;
  private readonly meter: Meter;
  private readonly startedMs: number;
  private lastBytesMs: number;
  private terminalId = '';
  private newestBytes = new Uint8Array(0);
  private rejected = 0;
  private working = false;
  private refusedMs = Infinity;
  private closed = false;

  constructor(kit: FilesConnectionKit, socket: Socket) {
    this.kit = kit;
    this.socket = socket;
    this.meter = new Meter(kit.traffic);
    this.address = plainAddress(socket.remoteAddress);
    this.startedMs = kit.clock.monotonic();
    this.lastBytesMs = this.startedMs;
    this.dialogue = new UploadDialogue({
      ...kit,
      objection: (deviceKey, terminalId) => kit.objection(deviceKey, terminalId, this.address),
      send: (codec, message) => this.send(codec, message),
      refuse: (reason, detail) => this.refuse(reason, detail),
      report: (reason, detail) => this.report(reason, detail),
      claim: (deviceKey, alarmNumber) => {
        this.meter.belongsTo(deviceKey);
        kit.claim(this, alarmNumber);
      },
    });
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.end());
  }

  /** About once a second. */
  tick(nowMs: number): void {
    if (nowMs - this.refusedMs >= LEAVING_MS) this.socket.destroy();
    if (this.closed) return;
    const { begun } = this.dialogue;
    if (!begun && nowMs - this.startedMs >= FIRST_MESSAGE_MS) this.refuse('not an active-safety upload', 'no 0x1210');
    else if (nowMs - this.startedMs >= LONGEST_MS) this.close('too long');
    else if (!this.working && nowMs - this.lastBytesMs >= IDLE_MS) this.close('silent'); // at work, the disk is slow and not the device
  }

  close(reason: string): void {
    if (this.closed) return;
    this.kit.log.debug('files connection closed', { address: this.address, terminalId: this.terminalId, reason });
    this.socket.destroy();
    this.end();
  }

  /** The socket is read no further until everything that came is taken: the disk sets the pace. */
  private receive(chunk: Buffer): void {
    if (this.closed) return;
    this.lastBytesMs = this.kit.clock.monotonic();
    this.meter.came(chunk.length);
    this.newestBytes = Uint8Array.from(chunk.subarray(0, REPORTED_BYTES));
    const events = this.splitter.push(chunk);
    if (!this.dialogue.begun && this.splitter.pendingBytes > MAX_WITHOUT_FRAME) {
      this.refuse('not an active-safety upload', 'no frame in 64 KiB');
      return;
    }
    if (events.length === 0) return;
    this.socket.pause();
    this.working = true;
    this.takeAll(events)
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        this.working = false;
        if (!this.closed) this.socket.resume();
      });
  }

  private async takeAll(events: readonly AttachmentEvent[]): Promise<void> {
    for (const event of events) {
      if (this.closed) return;
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they came
      await this.take(event);
    }
  }

  private async take(event: AttachmentEvent): Promise<void> {
    switch (event.kind) {
      case 'broken':
        this.refuse('not an active-safety upload', event.reason);
        return;
      case 'rejected':
        this.rejected += 1;
        if (this.rejected >= MAX_REJECTED) this.refuse('not an active-safety upload', `broken frames: ${event.error}`);
        return;
      case 'chunk':
        await this.dialogue.chunk(event);
        return;
      case 'frame':
        await this.takeFrame(event);
    }
  }

  private async takeFrame({ header, body }: Frame): Promise<void> {
    this.rejected = 0;
    const terminalId = terminalIdOf(header.phone);
    this.codec.learn(header);
    if (this.terminalId !== '' && terminalId !== this.terminalId) {
      this.refuse('another number on this link', `${terminalId} on the connection of ${this.terminalId}`);
      return;
    }
    this.terminalId = terminalId;
    if (header.encryption !== 0) this.answer(header, GENERAL_RESULT.malformed);
    else if (header.subpackaged) await this.takePart(header, body);
    else await this.takeMessage(header, body, header);
  }

  /** Each part is answered by itself; the one that makes the message whole with what came of it. */
  private async takePart(header: Header, body: Uint8Array): Promise<void> {
    if (!this.dialogue.begun && (header.packageTotal ?? 0) > MAX_STRANGERS_PARTS) {
      this.refuse('not an active-safety upload', `message in ${header.packageTotal} parts`);
      return;
    }
    let answered = false;
    for (const effect of this.parts.add(header, body, this.kit.clock.monotonic())) {
      if (effect.kind === 'refused') this.answer(header, GENERAL_RESULT.malformed);
      answered ||= effect.kind === 'refused' || effect.kind === 'complete';
      // oxlint-disable-next-line no-await-in-loop -- at most one is complete
      if (effect.kind === 'complete') await this.takeMessage(effect.header, effect.body, header);
    }
    if (!answered) this.answer(header, GENERAL_RESULT.done);
  }

  private async takeMessage(header: Header, body: Uint8Array, answered: Header): Promise<void> {
    const result = await this.dialogue.message(header.messageId, body, this.terminalId);
    if (result !== null) this.answer(answered, result);
  }

  private answer(header: Header, result: number): void {
    this.send(p8001GeneralReply, { replySerial: header.serial, replyId: header.messageId, result });
  }

  private send<T>(codec: MessageCodec<T>, message: T): void {
    if (!this.kit.mayAnswer()) {
      this.close('nothing can be kept');
      return;
    }
    if (!this.socket.writable) return;
    for (const frame of this.codec.encode(codec, message).frames) {
      this.meter.went(frame.length);
      this.socket.write(frame);
    }
    if (this.socket.writableLength > MAX_UNSENT_BYTES) this.close('reads nothing');
  }

  /** A file cannot be taken now: no answer, so that the device keeps it. */
  private failed(error: unknown): void {
    if (error instanceof AppError) this.refuse('file not kept', error.message);
    else {
      this.kit.log.error('active-safety file not taken', { terminalId: this.terminalId, err: error });
      this.close('not taken');
    }
  }

  /** An answer that was given still goes out. */
  private refuse(reason: Reason, detail: string): void {
    if (this.closed) return;
    this.report(reason, detail);
    this.kit.counters.refused += 1;
    this.refusedMs = this.kit.clock.monotonic();
    setImmediate(() => this.socket.end(() => this.socket.destroy()));
    this.end();
  }

  private report(reason: Reason, detail: string): void {
    this.kit.refusals.add({
      transport: 'tcp',
      port: this.socket.localPort ?? 0,
      address: this.address,
      terminal: this.terminalId,
      reason,
      detail,
      bytes: this.newestBytes,
    });
  }

  private end(): void {
    if (this.closed) return;
    this.closed = true;
    this.dialogue.closed();
  }
}
