// Names of places, asked for as they are looked at: each place once, a few at a time, given up when nobody looks any more. No React,
// no HTTP: who asks the server is given.

/** A name, or why the server gives none: that is told in its place, and not kept. */
export type AskPlace = (lat: number, lng: number, signal: AbortSignal) => Promise<string | { refused: string }>;
/** `digits`: decimals of a degree within which a name holds; 4 are 11 m, 3 are 110 m. */
export type WantedPlace = { lat: number; lng: number; digits: 3 | 4 };
type Stop = () => void;

/** Requests on their way at the same time; what is wanted beyond waits, the newest first. */
export const MOST_ASKED = 3;
/** Names kept, the longest unused one dropped first. */
const MOST_KEPT = 500;

type Wanted = {
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
  /** In the order they were first asked for. */
  readonly #wanted = new Map<string, Wanted>();

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
    const wanted = this.#wanted.get(key) ?? { key, place, listeners: new Set(), request: undefined };
    this.#wanted.set(key, wanted);
    wanted.listeners.add(tell);
    this.#next();
    return () => this.#leave(wanted, tell);
  }

  #leave(wanted: Wanted, tell: (name: string) => void): void {
    wanted.listeners.delete(tell);
    if (wanted.listeners.size > 0 || this.#wanted.get(wanted.key) !== wanted) return;
    this.#wanted.delete(wanted.key);
    wanted.request?.abort();
    this.#next();
  }

  /** Starts what waits, while there is room. */
  #next(): void {
    const all = [...this.#wanted.values()];
    let room = MOST_ASKED - all.filter(({ request }) => request !== undefined).length;
    for (const wanted of all.toReversed()) {
      if (room <= 0) return;
      if (wanted.request !== undefined) continue;
      room -= 1;
      void this.#answer(wanted);
    }
  }

  async #answer(wanted: Wanted): Promise<void> {
    const request = new AbortController();
    wanted.request = request;
    let name: Awaited<ReturnType<AskPlace>> | undefined;
    try {
      name = await this.#ask(wanted.place.lat, wanted.place.lng, request.signal);
    } catch {
      // Given up, or the server cannot say now: the next look at this place asks again.
    }
    if (request.signal.aborted) return;
    this.#wanted.delete(wanted.key);
    if (typeof name === 'string') this.#keep(wanted.key, name);
    if (name !== undefined) for (const tell of wanted.listeners) tell(typeof name === 'string' ? name : name.refused);
    this.#next();
  }

  #keep(key: string, name: string): void {
    this.#names.delete(key); // to the end: it was used just now
    this.#names.set(key, name);
    if (this.#names.size > MOST_KEPT) for (const oldest of this.#names.keys()) if (this.#names.delete(oldest)) break;
  }
}
