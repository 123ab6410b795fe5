// The definitions as they are in force: what an event of a device is called and what is said of it. In memory, because each alarm asks.
import { GLOBAL_PROFILE, PLAIN_COLOUR, eventName } from '@outrider/contract';
import type { EventDefinitionStore, StoredDefinition } from './store.ts';

/** What is said of an event. `notifyText`: '' where nobody defined one. */
export type Said = { name: string; notifyText: string; notifyColour: string };

const keyOf = (profile: string, code: number): string => `${code} ${profile}`;

export class Profiles {
  readonly #store: Pick<EventDefinitionStore, 'definitions' | 'links'>;
  #definitions: ReadonlyMap<string, StoredDefinition> = new Map();
  #links: ReadonlyMap<number, string> = new Map();

  constructor(store: Pick<EventDefinitionStore, 'definitions' | 'links'>) {
    this.#store = store;
  }

  /** Takes over what is stored. */
  async read(): Promise<void> {
    const definitions = await this.#store.definitions();
    this.#links = new Map((await this.#store.links()).map(({ deviceKey, profile }) => [deviceKey, profile]));
    this.#definitions = new Map(definitions.map((each) => [keyOf(each.profile, each.code), each]));
  }

  get definitions(): StoredDefinition[] {
    return [...this.#definitions.values()];
  }

  /** Undefined: nobody changed or added it. */
  one(profile: string, code: number): StoredDefinition | undefined {
    return this.#definitions.get(keyOf(profile, code));
  }

  names(): ReadonlySet<string> {
    return new Set([GLOBAL_PROFILE, ...this.definitions.map(({ profile }) => profile)]);
  }

  profileOf(deviceKey: number): string | undefined {
    return this.#links.get(deviceKey);
  }

  /** By the profile of the device, else by GLOBAL, else by the catalogue. */
  said(deviceKey: number, code: number): Said {
    const own = this.one(this.#links.get(deviceKey) ?? GLOBAL_PROFILE, code) ?? this.one(GLOBAL_PROFILE, code);
    return own ?? { name: eventName(code), notifyText: '', notifyColour: PLAIN_COLOUR };
  }
}
