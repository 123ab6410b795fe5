// The event socket of the page: open while somebody is signed in who may see events, made again 1 s after a loss, and when the
// server no longer answers on it. What it tells goes to alarms.ts and file-hints.ts.
import { eventSocketPush } from '@outrider/contract';
import type { EventAlive, EventPush } from '@outrider/contract';
import type { Clock, Stop } from '../lib/time.ts';
import { readLines, writeLine } from './channel.ts';
import type { OpenSocket, TextSocket } from './channel.ts';
import { RememberedAddresses } from './remembered-addresses.ts';
import type { AskAddresses } from './remembered-addresses.ts';

const RECONNECT_MS = 1000;
/** A port behind a firewall gives no answer at all; after this the next address is tried. */
const OPEN_TIMEOUT_MS = 4000;
/** So often the server is asked whether it is still there; what goes away without a word stays open in the browser. */
const ASK_MS = 10_000;
/** With so many questions and nothing heard since, it is gone. Counted, not timed: a page in the background asks less often. */
const MOST_UNANSWERED = 2;
const alive: EventAlive = { cmd: 'alive' };

export type EventSocketKit = {
  open: OpenSocket;
  clock: Clock;
  /** The addresses to try, best first; asked again for each connection. */
  addresses: AskAddresses;
  hear: (push: EventPush) => void;
  /** Files of these events changed. */
  hearFiles: (serialnos: readonly number[]) => void;
  /** It opened, or it is away. */
  onLive: (live: boolean) => void;
};

/** Made once; `start` and `stop` as often as one likes. */
export class EventSocket {
  readonly #kit: EventSocketKit;
  readonly #addresses: RememberedAddresses;
  #socket: TextSocket | undefined;
  #stopTimer: Stop = () => {};
  #running = false;
  /** Goes up whenever what was under way no longer counts. */
  #round = 0;
  /** Which of the addresses answered last: the others are tried after it. */
  #answered = '';
  /** The server of this socket answers questions: an older one does not, and its silence says nothing. */
  #answers = false;
  #unanswered = 0;

  constructor(kit: EventSocketKit) {
    this.#kit = kit;
    this.#addresses = new RememberedAddresses(kit.clock, kit.addresses);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#connect();
  }

  stop(): void {
    this.#running = false;
    this.#drop();
    this.#addresses.forget();
  }

  #drop(): void {
    this.#round += 1;
    this.#stopTimer();
    this.#socket?.close();
    this.#socket = undefined;
    this.#kit.onLive(false);
  }

  async #connect(): Promise<void> {
    this.#drop();
    const round = this.#round;
    const addresses = (await this.#addresses.get()).toSorted(
      (a, b) => Number(b === this.#answered) - Number(a === this.#answered),
    );
    for (const address of addresses) {
      if (round !== this.#round) return;
      // One after the other on purpose: the second address is only for when the first does not open.
      // oxlint-disable-next-line no-await-in-loop
      if (await this.#openAt(address, round)) return;
    }
    if (round === this.#round) this.#again();
  }

  /** Whether it opened; from then on its end starts the next one. */
  #openAt(address: string, round: number): Promise<boolean> {
    return new Promise((resolve) => {
      let opened = false;
      const socket = this.#kit.open(address, {
        onOpen: () => {
          if (round !== this.#round) return socket.close();
          opened = true;
          this.#answered = address;
          this.#watch(socket);
          this.#kit.onLive(true);
          return resolve(true);
        },
        onText: (text) => this.#read(text),
        onClose: () => {
          resolve(false);
          if (!opened || round !== this.#round) return;
          this.#kit.onLive(false);
          console.warn('the event socket is lost, it is opened again in a second');
          this.#again();
        },
      });
      this.#socket = socket;
      this.#stopTimer();
      this.#stopTimer = this.#kit.clock.after(OPEN_TIMEOUT_MS, () => {
        socket.close();
        resolve(false);
      });
    });
  }

  #watch(socket: TextSocket): void {
    this.#answers = false;
    this.#unanswered = 0;
    const ask = (): void => {
      if (this.#answers && this.#unanswered >= MOST_UNANSWERED) {
        console.warn('the event socket says nothing any more, it is opened again');
        void this.#connect();
        return;
      }
      this.#unanswered += 1;
      socket.send(writeLine(alive));
    };
    this.#stopTimer();
    this.#stopTimer = this.#kit.clock.every(ASK_MS, ask);
    ask();
  }

  #again(): void {
    this.#stopTimer();
    this.#stopTimer = this.#kit.clock.after(RECONNECT_MS, () => void this.#connect());
  }

  #read(text: string): void {
    this.#unanswered = 0;
    for (const line of readLines(text)) {
      const push = eventSocketPush.safeParse(line);
      if (!push.success) console.warn('an event could not be read', push.error.message);
      else if (push.data.cmd === 'alive') this.#answers = true;
      else if (push.data.cmd === 'files') this.#kit.hearFiles(push.data.serialno);
      else this.#kit.hear(push.data);
    }
  }
}
