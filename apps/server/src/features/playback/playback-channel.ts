// One channel of a playback: reads its recording frame by frame, tells its viewer how it stands, and hands frames to the socket. When
// a frame is due is decided in next-step.ts.
import { NO_RECORD, type PlaybackState } from '@outrider/contract';
import type { RecordingCursor, RecordingReader, StoredFrame } from '../recording/index.ts';
import { MessageWriter } from './frame-message.ts';
import { GAP_MS, type Standing } from './next-step.ts';

/** More than this unsent, and a socket gets nothing for the moment: two seconds of eight Mbit/s. */
const MAX_UNSENT_BYTES = 2 * 1024 * 1024;
/** A reader that takes nothing for so long is cut. */
const STALLED_MS = 60_000;
/** At the end of what is recorded: asked again so soon, while more is written and when not. */
const GROWING_MS = 200;
const ENDED_MS = 2000;

/** The part of a socket that is used here. */
export type PlaybackSocket = {
  readonly writableLength: number;
  write(bytes: Buffer): boolean;
  cork(): void;
  uncork(): void;
  destroy(): void;
};
export type PlaybackReader = Pick<RecordingReader, 'open' | 'isGrowing'>;
export type PlaybackSource = { deviceKey: number; deviceId: string; channel: number };

export class PlaybackChannel {
  readonly source: PlaybackSource;
  private readonly reader: PlaybackReader;
  private readonly socket: PlaybackSocket;
  private readonly messages: MessageWriter;
  private cursor: RecordingCursor | null = null;
  private next: StoredFrame | undefined;
  /** The moment asked for, until the recording is read from there. */
  private target: number | null;
  private fromMs: number;
  private doneMs: number;
  private state: PlaybackState['state'] = 'opening';
  private generation: number;
  private restedMs: number | null = null;
  private blockedSinceMs: number | null = null;
  private unsentThen = 0;
  private corked = false;

  constructor(
    reader: PlaybackReader,
    source: PlaybackSource,
    socket: PlaybackSocket,
    begin: { timeMs: number; generation: number },
  ) {
    this.reader = reader;
    this.source = source;
    this.socket = socket;
    this.messages = new MessageWriter(source.channel);
    this.target = begin.timeMs;
    this.fromMs = begin.timeMs;
    this.doneMs = begin.timeMs;
    this.generation = begin.generation;
    this.tell('opening', '');
  }

  /** From the next read on it is there. */
  seek(timeMs: number, generation: number): void {
    this.target = timeMs;
    this.fromMs = timeMs;
    this.doneMs = timeMs;
    this.generation = generation;
    this.next = undefined;
    this.restedMs = null;
    this.state = 'opening';
    this.messages.restart();
  }

  standing(nowMs: number): Standing {
    const { deviceKey, channel } = this.source;
    const growing = this.reader.isGrowing(deviceKey, channel);
    const rested = this.restedMs !== null && nowMs - this.restedMs < (growing ? GROWING_MS : ENDED_MS);
    const next = this.next !== undefined ? 'ready' : rested ? 'over' : 'unread';
    const { writableLength } = this.socket;
    const blocked = writableLength > MAX_UNSENT_BYTES;
    return { next, nextMs: this.next?.timeMs ?? 0, growing, blocked, doneMs: this.doneMs };
  }

  /** True: its viewer at this moment has shown all there is, so nobody waits for it. */
  isIdleAt(atMs: number): boolean {
    return this.state !== 'playing' && atMs >= this.doneMs - GAP_MS;
  }

  /** Finds the next frame. A seek while it looks makes what it found void. Throws what the disk throws. */
  async read(keysOnly: boolean, nowMs: number, utcMs: number): Promise<void> {
    const { target, generation } = this;
    const { deviceKey, channel } = this.source;
    this.target = null;
    this.cursor ??= await this.reader.open(deviceKey, channel, target ?? this.doneMs);
    if (target !== null) await this.cursor.seek(target);
    const frame = await this.cursor.next(keysOnly);
    if (this.target !== null || generation !== this.generation) return;
    this.next = frame;
    this.restedMs = frame === undefined ? nowMs : null;
    if (frame === undefined) this.atEnd(utcMs);
    else this.look(frame, target !== null);
  }

  /** Hands the next frame to the socket. */
  send(keysOnly: boolean): number {
    const frame = this.next;
    if (frame === undefined) return this.doneMs;
    this.next = undefined;
    if (this.state !== 'playing') this.tell('playing', '', Math.max(this.fromMs, frame.timeMs));
    const replay = frame.timeMs < this.fromMs && !keysOnly;
    for (const bytes of this.messages.frame(frame, replay)) this.write(bytes);
    this.doneMs = Math.max(this.doneMs, frame.timeMs);
    return frame.timeMs;
  }

  cut(): void {
    this.socket.destroy();
  }

  /** Lets go what was gathered for one write. False: its reader takes nothing any more and has to be cut. */
  flush(nowMs: number): boolean {
    if (this.corked) this.socket.uncork();
    this.corked = false;
    const { writableLength } = this.socket;
    if (writableLength < MAX_UNSENT_BYTES || writableLength !== this.unsentThen) this.blockedSinceMs = nowMs;
    this.unsentThen = writableLength;
    return nowMs - (this.blockedSinceMs ?? nowMs) < STALLED_MS;
  }

  tell(state: PlaybackState['state'], message: string, timeMs?: number): void {
    this.state = state;
    const { generation } = this;
    this.socket.write(
      this.messages.state({ state, message, generation, from: 'server', ...(timeMs === undefined ? {} : { timeMs }) }),
    );
  }

  /** Its recording cannot be read on: it stands still until the next seek. */
  failed(nowMs: number): void {
    this.restedMs = nowMs;
    if (this.state !== 'error') this.tell('error', 'The recording cannot be read');
  }

  async close(): Promise<void> {
    const { cursor } = this;
    this.cursor = null;
    if (this.corked) this.socket.uncork();
    await cursor?.close();
  }

  /** Says `playing` again before the next frame: what the viewer holds from there on is sent again. */
  restart(timeMs: number): void {
    this.seek(timeMs, this.generation);
  }

  private look(frame: StoredFrame, afterSeek: boolean): void {
    const pauseMs = afterSeek ? frame.timeMs - this.fromMs : (frame.pauseMs ?? 0);
    if (pauseMs <= GAP_MS) return;
    this.messages.restart();
    this.tell('gap', '', frame.timeMs);
  }

  private atEnd(utcMs: number): void {
    const { deviceKey, channel } = this.source;
    const growing = this.reader.isGrowing(deviceKey, channel) && this.fromMs <= utcMs + GAP_MS;
    if (growing || this.state === 'ended' || this.state === 'none') return;
    if (this.state === 'opening') this.tell('none', NO_RECORD);
    else this.tell('ended', '', this.doneMs);
  }

  private write(bytes: Buffer): void {
    if (!this.corked) this.socket.cork();
    this.corked = true;
    this.socket.write(bytes);
  }
}
