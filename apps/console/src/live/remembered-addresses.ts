// Where a socket of the page goes: the server is asked for each connection, but one that is made again does not wait for an answer that
// does not come. Not: what the server is asked (ask-addresses.ts).
import type { Clock } from '../lib/time.ts';

/** A link that went silent answers nothing, and says so only after minutes. */
const ANSWER_WITHIN_MS = 5000;

export type AskAddresses = () => Promise<readonly string[]>;

type Question = { readonly answer: Promise<readonly string[]>; readonly late: Promise<void> };

export class RememberedAddresses {
  readonly #clock: Clock;
  readonly #ask: AskAddresses;
  /** The last answer that led somewhere. */
  #known: readonly string[] = [];
  /** One that is not answered yet. There is never a second one: they would pile up in the browser, which sends only a few at a time. */
  #question: Question | undefined;

  constructor(clock: Clock, ask: AskAddresses) {
    this.#clock = clock;
    this.#ask = ask;
  }

  /** The answer; where there was one before, that one after a while. The late answer is for the next time. */
  async get(): Promise<readonly string[]> {
    this.#question ??= this.#put();
    const { answer, late } = this.#question;
    if (this.#known.length === 0) return answer;
    return Promise.race([answer, late.then(() => this.#known)]);
  }

  /** Somebody else may sign in, or elsewhere: nothing is known, and what was asked does not count. */
  forget(): void {
    this.#known = [];
    this.#question = undefined;
  }

  #put(): Question {
    const late = Promise.withResolvers<void>();
    const stop = this.#clock.after(ANSWER_WITHIN_MS, late.resolve);
    const settle = async (): Promise<readonly string[]> => {
      try {
        const addresses = await this.#ask();
        if (this.#question === question && addresses.length > 0) this.#known = addresses;
        return addresses;
      } finally {
        stop();
        if (this.#question === question) this.#question = undefined;
      }
    };
    const question: Question = { answer: settle(), late: late.promise };
    return question;
  }
}
