// The stream socket: tries its addresses in turn until one opens. Not: when to try again (live-state.ts).
import type { Clock, Stop } from '../../lib/time.ts';

/** A port behind a firewall does not answer at all. */
const OPEN_WITHIN_MS = 4000;

export type StreamEvents = {
  message(bytes: Uint8Array): void;
  /** `opened`: it had been open, so the server spoke with us. `reason`: its words, if any. */
  ended(opened: boolean, reason: string): void;
};

/** One attempt to watch one stream. `addresses` are whole. */
export class StreamConnection {
  readonly #clock: Clock;
  readonly #addresses: readonly string[];
  readonly #events: StreamEvents;
  #socket: WebSocket | undefined;
  #opened = false;
  #stopWaiting: Stop = () => {};
  #unsaid: string | undefined;

  constructor(clock: Clock, addresses: readonly string[], events: StreamEvents) {
    this.#clock = clock;
    this.#addresses = addresses;
    this.#events = events;
    this.#try(0);
  }

  /** Scheme and host of the socket, for the statistics. */
  get transport(): string {
    const url = this.#socket === undefined ? undefined : new URL(this.#socket.url);
    return url === undefined ? '' : `${url.protocol}//${url.host}`;
  }

  /** Tells the server a request; before the socket is open only the last one is kept. */
  say(request: object): void {
    const text = JSON.stringify(request);
    if (this.#opened) this.#socket?.send(text);
    else this.#unsaid = text;
  }

  close(): void {
    this.#stopWaiting();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #try(index: number): void {
    const address = this.#addresses[index];
    if (address === undefined) {
      this.#socket = undefined;
      this.#events.ended(false, '');
      return;
    }
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#stopWaiting = this.#clock.after(OPEN_WITHIN_MS, () => socket.close());
    socket.addEventListener('open', () => {
      if (socket !== this.#socket) return;
      this.#stopWaiting();
      this.#opened = true;
      if (this.#unsaid !== undefined) socket.send(this.#unsaid);
    });
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket && data instanceof ArrayBuffer) this.#events.message(new Uint8Array(data));
    });
    socket.addEventListener('close', ({ reason }) => {
      if (socket !== this.#socket) return;
      this.#stopWaiting();
      if (this.#opened) this.#events.ended(true, reason);
      else this.#try(index + 1);
    });
  }
}
