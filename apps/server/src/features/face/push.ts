// Pushing a face to a device: it is told an address that opens one photo once, for ten minutes, fetches it and says that it has it.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import type { DeviceSlots, FaceSlots } from './slots.ts';
import type { StoredFace, StoredPhoto } from './store.ts';

const GOOD_MS = 600_000;
/** Open at a time, in all. */
const MAX_OPEN = 1000;

/** Addresses are kept in memory: after a start they open nothing. */
export class PhotoAddresses {
  readonly #clock: Clock;
  readonly #open = new Map<string, { photoId: string; untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Gives a token. Throws AppError `limit_reached`. */
  issue(photoId: string): string {
    const nowMs = this.#clock.monotonic();
    // In the order they were made, so the first that is good ends the search.
    for (const [token, { untilMs }] of this.#open)
      if (untilMs <= nowMs) this.#open.delete(token);
      else break;
    if (this.#open.size >= MAX_OPEN) throw new AppError('limit_reached', 'Too many faces are being pushed.');
    const token = randomBytes(24).toString('base64url');
    this.#open.set(token, { photoId, untilMs: nowMs + GOOD_MS });
    return token;
  }

  /** The photo it opens, the first time; undefined afterwards. */
  use(token: string): string | undefined {
    const found = this.look(token);
    this.#open.delete(token);
    return found;
  }

  /** The photo it opens; it may still be used. */
  look(token: string): string | undefined {
    const found = this.#open.get(token);
    return found !== undefined && found.untilMs > this.#clock.monotonic() ? found.photoId : undefined;
  }

  /** What was not fetched is not to be fetched any more. */
  void(token: string): void {
    this.#open.delete(token);
  }
}

/** That of the same person, else the first free one. */
const slotFor = ({ capacity, slots }: DeviceSlots, idCard: string): number | undefined => {
  const own = slots.find((slot) => slot.idCard === idCard);
  if (own !== undefined) return own.slot;
  const taken = new Set(slots.map(({ slot }) => slot));
  return Array.from({ length: capacity }, (_, i) => i + 1).find((number) => !taken.has(number));
};

export type PushKit = {
  slots: FaceSlots;
  addresses: PhotoAddresses;
  /** What the device dials, with the token. */
  urlFor: (deviceKey: number, token: string) => string;
};

export class FacePush {
  readonly #kit: PushKit;
  /** Two at a time would take the same free slot. */
  readonly #turns = new InTurnByKey<number>();

  constructor(kit: PushKit) {
    this.#kit = kit;
  }

  /** Gives the slot. Rejects as FaceSlots does, `conflict` where none is free, and device_refused where it has another photo now. */
  run(deviceKey: number, face: StoredFace, photo: StoredPhoto): Promise<number> {
    return this.#turns.run(deviceKey, async () => {
      const { slots, addresses, urlFor } = this.#kit;
      const slot = slotFor(await slots.list(deviceKey), face.idcard);
      if (slot === undefined) throw new AppError('conflict', 'The device has no free slot.');
      const token = addresses.issue(photo.id);
      try {
        const { md5 } = await slots.write(deviceKey, {
          slot,
          name: face.name === '' ? face.idcard : face.name,
          idCard: face.idcard,
          photo: { url: urlFor(deviceKey, token), md5: photo.md5 },
        });
        if (md5.toLowerCase() !== photo.md5)
          throw new AppError('device_refused', 'The device has another photo than the one that was pushed.');
        return slot;
      } finally {
        addresses.void(token);
      }
    });
  }
}
