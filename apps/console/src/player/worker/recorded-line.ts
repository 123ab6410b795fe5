// The socket of one recorded channel: what comes on it belongs to a generation, and only frames of the wanted one are passed on.
// When a broken one is opened again is the page's business.
import { decodeStreamMessage, streamKinds } from '@outrider/contract';
import type { PlaybackState, StreamHeader } from '@outrider/contract';
import type { Clock } from '../../lib/time.ts';
import type { PlaybackMode } from '../recorded/messages.ts';
import { readPlaybackState } from './read-playback-state.ts';
import { StreamConnection } from './stream-connection.ts';

/** The server sends no more than some seconds ahead. */
const MAX_EARLY = 2000;

type StreamMessage = NonNullable<ReturnType<typeof decodeStreamMessage>>;

export type LineEvents = {
  frame(header: StreamHeader, body: Uint8Array): void;
  /** The server's word about the wanted generation. */
  told(state: PlaybackState): void;
  /** repb: another generation begins, without our request. */
  moved(generation: number, timeMs: number): void;
  /** Bytes came, of whatever kind. */
  heard(bytes: number): void;
  lost(opened: boolean, message: string): void;
};

export class RecordedLine {
  readonly #clock: Clock;
  readonly #mode: PlaybackMode;
  readonly #events: LineEvents;
  #connection: StreamConnection | undefined;
  #generation: number;
  /**
   * What the server calls the generation that comes. Not always what the page does: a playback that all sockets left is made again when one
   * joins, and counts from 0.
   */
  #named: number;
  /**
   * What came of a generation that is wanted in a moment: another channel's request for it was with the server before the page told us. Null:
   * nothing.
   */
  #early: { readonly generation: number; readonly messages: StreamMessage[] } | null = null;
  /** A new socket: what it begins with is what was asked for. */
  #adopt = true;
  #accepting = false;

  constructor(clock: Clock, mode: PlaybackMode, generation: number, events: LineEvents) {
    this.#clock = clock;
    this.#mode = mode;
    this.#generation = generation;
    this.#named = generation;
    this.#events = events;
  }

  get transport(): string {
    return this.#connection?.transport ?? '';
  }

  /** Opens a socket whose addresses say from when on. */
  open(addresses: readonly string[]): void {
    this.#connection?.close();
    this.#adopt = true;
    this.#accepting = false;
    this.#early = null;
    this.#connection = new StreamConnection(this.#clock, addresses, {
      message: (bytes) => this.#take(bytes),
      ended: (opened, message) => {
        this.#accepting = false;
        this.#events.lost(opened, message);
      },
    });
  }

  /** Frames of this generation are wanted from now on. False: they are coming already. */
  want(generation: number): boolean {
    if (generation === this.#generation) return false;
    this.#generation = generation;
    this.#named = generation;
    this.#adopt = false;
    this.#accepting = false;
    return true;
  }

  /** Tells the server where to go on (lopb). What came of it already is passed on. */
  seek(timeMs: number, speed: number): void {
    this.#connection?.say({ seek: timeMs, generation: this.#generation, speed });
    const early = this.#early;
    if (early === null || early.generation > this.#generation) return;
    this.#early = null;
    for (const message of early.messages) this.#pass(message);
  }

  /** Tells the server what is shown now (lopb), so that it keeps a few seconds ahead. */
  report(at: number, speed: number): void {
    if (this.#accepting && this.#mode === 'lopb') this.#connection?.say({ at, speed, generation: this.#named });
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  #take(bytes: Uint8Array): void {
    const message = decodeStreamMessage(bytes);
    if (message === undefined) return;
    this.#events.heard(bytes.length);
    this.#pass(message);
  }

  #pass(message: StreamMessage): void {
    if (message.header.kind === streamKinds.state) {
      const state = readPlaybackState(message.body);
      if (state !== undefined) this.#takeState(state, message);
    } else if (this.#early !== null) {
      if (this.#early.messages.length < MAX_EARLY) this.#early.messages.push(message);
    } else if (this.#accepting) this.#events.frame(message.header, message.body);
  }

  #takeState(state: PlaybackState, message: StreamMessage): void {
    if (this.#mode === 'lopb' && !this.#adopt && state.generation > this.#generation) {
      if (this.#early?.generation === state.generation) this.#early.messages.push(message);
      else this.#early = { generation: state.generation, messages: [message] };
      return;
    }
    if (this.#mode === 'repb' && state.generation > this.#generation) {
      this.#generation = state.generation;
      this.#named = state.generation;
      this.#adopt = false;
      if (state.timeMs !== undefined) this.#events.moved(state.generation, state.timeMs);
    }
    if (!this.#adopt && state.generation !== this.#named) return;
    this.#adopt = false;
    this.#named = state.generation;
    this.#accepting = true;
    this.#events.told(state);
  }
}
