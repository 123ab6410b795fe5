// The pictures for the pointer on one vehicle's timeline: asks for the one that is wanted now, gives up the one that was wanted before, and
// keeps the last ones. An object outside React; who asks and who decodes comes in.
import { createStore } from 'zustand/vanilla';
import type { Clock, Stop } from '../../lib/time.ts';
import type { CodedPreview } from './messages.ts';

export type PreviewPlace = { readonly channel: number; readonly ms: number };

/** `looking`: the picture, if any, is of the place before. */
export type PreviewState = {
  readonly standing: 'looking' | 'shown' | 'none';
  readonly picture?: { readonly image: ImageBitmap; readonly timeMs: number } | undefined;
};

export type PreviewKit = {
  readonly clock: Clock;
  readonly ask: (place: PreviewPlace, signal: AbortSignal) => Promise<CodedPreview | null>;
  readonly decoding: { decode(coded: CodedPreview): Promise<ImageBitmap | undefined>; close(): void };
};

/** Between two questions: the server answers twelve a second. */
const BETWEEN_MS = 100;
/** A picture that could not be fetched or decoded, while the pointer rests: a busy server or browser may manage later. */
const AGAIN_MS = 1000;
const MOST_TRIES = 5;
/** Pictures that are kept, some 0.5 MB each. */
const KEPT = 48;

type Picture = NonNullable<PreviewState['picture']>;
type Wanted = {
  readonly key: string;
  readonly place: PreviewPlace;
  /** The answer was that there is no picture, or it failed too often. */
  none: boolean;
  failed: number;
  /** Failed, and not to be asked for yet. */
  waits: boolean;
};

const keyOf = ({ channel, ms }: PreviewPlace): string => `${channel} ${Math.floor(ms / 1000)}`;

/** Works until `close()`. */
export class PreviewShelf {
  readonly state = createStore<PreviewState>(() => ({ standing: 'none' }));
  readonly #kit: PreviewKit;
  /** By key, the one used longest ago first. */
  readonly #kept = new Map<string, Picture>();
  #wanted: Wanted | undefined;
  #asking: { readonly key: string; readonly abort: AbortController } | undefined;
  #rests = false;
  #stopRest: Stop = () => {};
  #stopAgain: Stop = () => {};
  #closed = false;

  constructor(kit: PreviewKit) {
    this.#kit = kit;
  }

  /** The pointer is here now; undefined: it has gone. */
  want(place: PreviewPlace | undefined): void {
    const key = place === undefined ? undefined : keyOf(place);
    if (this.#closed || key === this.#wanted?.key) return;
    this.#wanted = place && { key: keyOf(place), place, none: false, failed: 0, waits: false };
    if (this.#asking !== undefined && this.#asking.key !== key) this.#asking.abort.abort();
    if (key === undefined) this.state.setState({ standing: 'none' }, true);
    else if (!this.#showKept(key)) {
      this.state.setState({ standing: 'looking' });
      this.#next();
    }
  }

  close(): void {
    this.#closed = true;
    this.#wanted = undefined;
    this.#asking?.abort.abort();
    this.#stopRest();
    this.#stopAgain();
    this.#kit.decoding.close();
    for (const { image } of this.#kept.values()) image.close();
    this.#kept.clear();
  }

  #showKept(key: string): boolean {
    const picture = this.#kept.get(key);
    if (picture === undefined) return false;
    this.#keep(key, picture);
    this.state.setState({ standing: 'shown', picture });
    return true;
  }

  /** Asks for what is wanted, one question at a time. */
  #next(): void {
    if (this.#closed || this.#wanted === undefined || this.#asking !== undefined || this.#rests) return;
    const { key, place, none, waits } = this.#wanted;
    if (none || waits || this.#kept.has(key)) return;
    this.#rests = true;
    this.#stopRest = this.#kit.clock.after(BETWEEN_MS, () => {
      this.#rests = false;
      this.#next();
    });
    const abort = new AbortController();
    this.#asking = { key, abort };
    void this.#find(place, abort.signal).then((picture) => {
      this.#asking = undefined;
      if (picture === undefined && abort.signal.aborted) this.#next();
      else this.#found(key, picture);
    });
  }

  #found(key: string, picture: Picture | null | undefined): void {
    if (this.#closed) {
      picture?.image.close();
      return;
    }
    if (picture) this.#keep(key, picture);
    if (this.#wanted?.key !== key) this.#next();
    else if (picture === undefined || picture === null) this.#missed(this.#wanted, picture === undefined);
    else this.state.setState({ standing: 'shown', picture });
  }

  /** There is none, or it failed and is tried again a few times. */
  #missed(wanted: Wanted, failed: boolean): void {
    wanted.failed += 1;
    if (failed && wanted.failed < MOST_TRIES) {
      wanted.waits = true;
      this.#stopAgain();
      this.#stopAgain = this.#kit.clock.after(AGAIN_MS, () => {
        wanted.waits = false;
        this.#next();
      });
      return;
    }
    wanted.none = true;
    this.state.setState({ standing: 'none', picture: undefined });
  }

  /** Null: there is none. Undefined: it failed, or was given up. A picture that does not come is not worth a word. */
  async #find(place: PreviewPlace, signal: AbortSignal): Promise<Picture | null | undefined> {
    try {
      const coded = await this.#kit.ask(place, signal);
      if (signal.aborted) return undefined;
      if (coded === null) return null;
      const image = await this.#kit.decoding.decode(coded);
      return image && { image, timeMs: coded.timeMs };
    } catch {
      return undefined;
    }
  }

  #keep(key: string, picture: Picture): void {
    this.#kept.delete(key);
    this.#kept.set(key, picture);
    if (this.#kept.size <= KEPT) return;
    const [oldest] = this.#kept;
    if (oldest === undefined) return;
    this.#kept.delete(oldest[0]);
    oldest[1].image.close();
  }
}
