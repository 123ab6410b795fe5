// What is stored of devices, asked of the thread that reads tracks.
import type { MessagePort } from 'node:worker_threads';
import type { NearestRequest, SampleReply, SampleRequest } from '../../position/index.ts';
import type { Track } from '../span.ts';

/** A request without its number. */
type Wanted = Omit<SampleRequest, 'id'> | Omit<NearestRequest, 'id'>;

const unread = (reason: string): Error => new Error(`the positions cannot be read: ${reason}`);

export class SampleSource {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (reply: SampleReply) => void>();
  #nextId = 1;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (reply: SampleReply) => {
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
  }

  /** Of one device; with `journal` also what is not packed yet. Everything rejects where it cannot be read. */
  of(deviceKey: number, journal: boolean): Track {
    return {
      samples: async (from, to) => {
        const { samples, reason } = await this.#ask({ deviceKey, from, to, journal });
        if (samples === null) throw unread(reason);
        return samples;
      },
      nearest: async (wanted) => {
        const { nearest, reason } = await this.#ask({ deviceKey, nearest: wanted, journal });
        if (nearest === null) throw unread(reason);
        return nearest;
      },
    };
  }

  #ask(wanted: Wanted): Promise<SampleReply> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#port.postMessage({ id, ...wanted } satisfies SampleRequest | NearestRequest);
    });
  }
}
