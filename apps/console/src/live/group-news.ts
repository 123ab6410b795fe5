// What the server says of groups as they change, for the screens that show them: the newest word, and how many there were.
import type { GroupsChange } from '@outrider/contract';
import type { Stop } from '../lib/time.ts';

class GroupNews {
  readonly #listeners = new Set<(change: GroupsChange) => void>();

  tell(change: GroupsChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  subscribe(listener: (change: GroupsChange) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export const groupNews = new GroupNews();
