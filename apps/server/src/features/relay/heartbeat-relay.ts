// Heartbeats and reports as they came, one datagram each to one address. Nothing is kept: what cannot be sent now is counted and gone.
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { errorText } from '../../kernel/error-text.ts';

export type Target = { host: string; port: number };

/** Handed to the system and not sent yet. */
const MOST_UNSENT = 1000;
/** A host name may move. */
const LOOK_AGAIN_MS = 60_000;

export class HeartbeatRelay {
  sent = 0;
  dropped = 0;
  trouble = '';
  readonly #clock: Clock;
  #target: Target | null = null;
  #to: { address: string; socket: Socket } | null = null;
  #unsent = 0;
  #timer: Timer | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Null: off. The counters start at 0. */
  async aim(target: Target | null): Promise<void> {
    this.close();
    [this.sent, this.dropped, this.trouble] = [0, 0, ''];
    this.#target = target;
    if (target === null) return;
    this.#timer = this.#clock.every(LOOK_AGAIN_MS, () => void this.#look(target));
    await this.#look(target);
  }

  /** The bytes are copied. */
  take(frame: Uint8Array): void {
    if (this.#target === null) return;
    const to = this.#to;
    if (to === null || this.#unsent >= MOST_UNSENT) {
      this.dropped += 1;
      return;
    }
    this.#unsent += 1;
    to.socket.send(Uint8Array.from(frame), this.#target.port, to.address, (error) => {
      this.#unsent -= 1;
      if (error === null) this.sent += 1;
      else this.dropped += 1;
      this.trouble = error === null ? '' : errorText(error);
    });
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#target = null;
    this.#to?.socket.close();
    this.#to = null;
  }

  async #look(target: Target): Promise<void> {
    try {
      const { address, family } = await lookup(target.host);
      if (this.#target !== target || this.#to?.address === address) return;
      const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
      socket.on('error', (error) => {
        this.trouble = errorText(error);
      });
      socket.unref();
      this.#to?.socket.close();
      this.#to = { address, socket };
      this.trouble = '';
    } catch (error) {
      if (this.#target === target) this.trouble = errorText(error);
    }
  }
}
