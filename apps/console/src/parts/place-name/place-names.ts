// Names of places, asked for as they are looked at: each place once, a few at a time, given up when nobody looks any more. No React,
// no HTTP: who asks the server is given.

/** A name, or why the server gives none: that is told in its place, and not kept. */
export type AskPlace = (lat: number, lng: number, signal: AbortSignal) => Promise<string | { refused: string }>;
/** `digits`: decimals of a degree within which a name holds; 4 are 11 m, 3 are 110 m. */
export type WantedPlace = { lat: number; lng: number; digits: 3 | 4 };
type Stop = () => void;

/** Requests on their way at the same time; what is wanted beyond waits, the newest wish first. */
export const MOST_ASKED = 3;
/** Names kept, the longest unused one dropped first. */
const MOST_KEPT = 500;

type Wish = {
  readonly key: string;
  readonly place: WantedPlace;
  readonly listeners: Set<(name: string) => void>;
  /** Set while the request is on its way. */
  request: AbortController | undefined;
};

const keyOf = ({ lat, lng, digits }: WantedPlace): string => `${lat.toFixed(digits)}/${lng.toFixed(digits)}`;

export class PlaceNames {
  readonly #ask: AskPlace;
  readonly #names = new Map<string, string>();
  /** In the order they were first wished for. */
  readonly #wishes = new Map<string, Wish>();

  constructor(ask: AskPlace) {
    this.#ask = ask;
  }

  /** The name if it is known already. */
  known(place: WantedPlace): string | undefined {
    return this.#names.get(keyOf(place));
  }

  /** Tells the name when it is known: at once, or later unless stopped. Nothing is told when nobody can say. */
  want(place: WantedPlace, tell: (name: string) => void): Stop {
    const key = keyOf(place);
    const known = this.#names.get(key);
    if (known !== undefined) {
      this.#keep(key, known);
      tell(known);
      return () => {};
    }
    const wish = this.#wishes.get(key) ?? { key, place, listeners: new Set(), request: undefined };
    this.#wishes.set(key, wish);
    wish.listeners.add(tell);
    this.#next();
    return () => this.#leave(wish, tell);
  }

  #leave(wish: Wish, tell: (name: string) => void): void {
    wish.listeners.delete(tell);
    if (wish.listeners.size > 0 || this.#wishes.get(wish.key) !== wish) return;
    this.#wishes.delete(wish.key);
    wish.request?.abort();
    this.#next();
  }

  /** Starts waiting wishes while there is room. */
  #next(): void {
    const all = [...this.#wishes.values()];
    let room = MOST_ASKED - all.filter(({ request }) => request !== undefined).length;
    for (const wish of all.toReversed()) {
      if (room <= 0) return;
      if (wish.request !== undefined) continue;
      room -= 1;
      void this.#answer(wish);
    }
  }

  async #answer(wish: Wish): Promise<void> {
    const request = new AbortController();
    wish.request = request;
    let name: Awaited<ReturnType<AskPlace>> | undefined;
    try {
      name = await this.#ask(wish.place.lat, wish.place.lng, request.signal);
    } catch {
      // Given up, or the server cannot say now: the next look at this place asks again.
    }
    if (request.signal.aborted) return;
    this.#wishes.delete(wish.key);
    if (typeof name === 'string') this.#keep(wish.key, name);
    if (name !== undefined) for (const tell of wish.listeners) tell(typeof name === 'string' ? name : name.refused);
    this.#next();
  }

  #keep(key: string, name: string): void {
    this.#names.delete(key); // to the end: it was used just now
    this.#names.set(key, name);
    if (this.#names.size > MOST_KEPT) for (const oldest of this.#names.keys()) if (this.#names.delete(oldest)) break;
  }
}
