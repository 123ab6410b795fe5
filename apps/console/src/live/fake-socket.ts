// A socket that a test holds by its other end, and a server on it that answers as told. Not for the page.
import type { Message, OpenSocket, SocketEvents } from './channel.ts';
import { readLines, writeLine } from './channel.ts';

/** One connection as the server sees it. */
export class FakeSocket {
  readonly url: string;
  readonly sent: Message[] = [];
  closed = false;
  readonly #events: SocketEvents;
  readonly #answer: (message: Message) => readonly Message[];

  constructor(url: string, events: SocketEvents, answer: (message: Message) => readonly Message[]) {
    this.url = url;
    this.#events = events;
    this.#answer = answer;
  }

  open(): void {
    this.#events.onOpen();
  }

  /** The codes the page sent, in order. */
  codes(): unknown[] {
    return this.sent.map((message) => message.M);
  }

  take(text: string): void {
    for (const message of readLines(text)) {
      this.sent.push(message);
      for (const answer of this.#answer(message)) this.say({ M: message.M, N: message.N, R: '1', ...answer });
    }
  }

  say(message: Message): void {
    if (!this.closed) this.#events.onText(writeLine(message));
  }

  drop(): void {
    this.#events.onClose();
  }
}

/** Opens sockets into `sockets`; whether they open by themselves is up to `reachable`. */
export const fakeOpen = (
  sockets: FakeSocket[],
  answer: (message: Message) => readonly Message[],
  reachable: (url: string) => boolean = () => true,
): OpenSocket => {
  return (url, events) => {
    const socket = new FakeSocket(url, events, answer);
    sockets.push(socket);
    queueMicrotask(() => (reachable(url) ? socket.open() : socket.drop()));
    return {
      send: (text) => queueMicrotask(() => socket.take(text)),
      close: () => {
        socket.closed = true;
      },
    };
  };
};
