// Which pictures, sounds and clips this device was asked for on this connection: what else it sends comes of its own accord.
import { mediaCauses } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { FileKind } from '../ports.ts';
import type { OrderName, OrderOf } from '../orders.ts';

type Medium = {
  /** Null: recorders of 2011 have none. */
  id: number | null;
  kind: FileKind;
  channel: number;
  cause: string;
  takenMs: number | null;
};
type Asked = { untilMs: number; is: (medium: Medium) => boolean };

/** What is asked for comes within the hour, or not at all. */
const AWAITED_MS = 60 * 60_000;
/** Questions that are remembered; the oldest is forgotten first. */
const MOST = 64;
/** Taken because the server said so. */
const [BY_ORDER] = mediaCauses;

export class AskedMedia {
  private readonly clock: Pick<Clock, 'monotonic'>;
  private asked: Asked[] = [];

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /** An order that is about to be sent; others than for media are passed over. */
  order<N extends OrderName>(name: N, order: OrderOf<N>): void {
    // oxlint-disable typescript/no-unsafe-type-assertion -- the name says which order it is, which the compiler does not follow
    if (name === 'fetchMedium') {
      const { id } = order as OrderOf<'fetchMedium'>;
      this.note((medium) => medium.id === id);
    }
    if (name === 'fetchMedia') {
      const { kind, channel, cause, fromMs, toMs } = order as OrderOf<'fetchMedia'>;
      this.note(
        (medium) =>
          medium.kind === kind &&
          (channel === 0 || medium.channel === channel) &&
          medium.cause === cause &&
          medium.takenMs !== null &&
          medium.takenMs >= (fromMs ?? -Infinity) &&
          medium.takenMs <= (toMs ?? Infinity),
      );
    }
    // oxlint-enable typescript/no-unsafe-type-assertion
  }

  has(medium: Medium): boolean {
    if (medium.cause === BY_ORDER && medium.id !== null) return true;
    const now = this.clock.monotonic();
    this.asked = this.asked.filter(({ untilMs }) => untilMs > now);
    return this.asked.some(({ is }) => is(medium));
  }

  private note(is: Asked['is']): void {
    this.asked = [...this.asked.slice(1 - MOST), { untilMs: this.clock.monotonic() + AWAITED_MS, is }];
  }
}
