// Names of media slots and the folders they lie in now. Rows carry node and name; a folder that was moved or mounted elsewhere is known
// by its mark (find-slots.ts). Outside of the store a slot is its folder; what is free or fails there is slots.ts.

/** The node of a server that is the only one; the migration gave it what was recorded before. */
export const ONLY_NODE = 'main';
/** A name that an administrator gives: `north=/mnt/disk1`. */
const NAMED = /^([a-z0-9-]{1,32})=(\/.*)$/;

/** A slot as the configuration says it; `name` null: the folder says by its mark which it is. */
export type SlotEntry = { name: string | null; folder: string };
export const readSlotEntry = (text: string): SlotEntry => {
  const [, name, folder] = NAMED.exec(text) ?? [];
  return name === undefined || folder === undefined ? { name: null, folder: text } : { name, folder };
};

/** The folder of a slot in whose folder another one lies now. */
export const NOWHERE = '';
/** `mark` empty: its folder has had none. */
export type KnownSlot = { name: string; folder: string; mark: string };
/** What lies in a configured folder; `mark` undefined: none, or it is not mounted. */
type FoundSlot = SlotEntry & { mark: string | undefined };

const freeName = (taken: ReadonlySet<string>): string => {
  let number = 1;
  while (taken.has(`slot${number}`)) number += 1;
  return `slot${number}`;
};

/**
 * The names of configured folders, in their order: the name that the configuration says, else of the slot whose mark lies there, else
 * of the slot that lay there last, else a new one. No two get the same. Pure.
 */
export const nameSlots = (known: readonly KnownSlot[], found: readonly FoundSlot[]): string[] => {
  const names = found.map(({ name }) => name);
  const taken = new Set(names.filter((name) => name !== null));
  const take = (isIt: (slot: KnownSlot, of: FoundSlot) => boolean): void => {
    for (const [i, of] of found.entries()) {
      const name = names[i] ?? known.find((slot) => !taken.has(slot.name) && isIt(slot, of))?.name;
      if (name === undefined) continue;
      names[i] = name;
      taken.add(name);
    }
  };
  take((slot, of) => slot.mark !== '' && slot.mark === of.mark && slot.folder === of.folder);
  take((slot, of) => slot.mark !== '' && slot.mark === of.mark);
  take((slot, of) => slot.folder === of.folder);
  const all = new Set([...taken, ...known.map(({ name }) => name)]);
  return names.map((name) => {
    const given = name ?? freeName(all);
    all.add(given);
    return given;
  });
};

export class SlotNames {
  readonly node: string;
  private readonly folders = new Map<string, string>();
  private readonly names = new Map<string, string>();

  constructor(node: string, slots: Iterable<Pick<KnownSlot, 'name' | 'folder'>> = []) {
    this.node = node;
    for (const { name, folder } of slots) if (folder !== NOWHERE) this.put(name, folder);
  }

  /**
   * Where a slot lies now. What lay there before lies nowhere, until it is found again: its files would be looked for on this disk, and be
   * taken as gone. `same`: other names of what lies there.
   */
  place(name: string, folder: string, same: ReadonlySet<string> = new Set()): void {
    for (const [other, at] of this.folders)
      if (at === folder && other !== name && !same.has(other)) this.folders.delete(other);
    this.put(name, folder);
  }

  /** @throws Error for a folder that is no slot */
  nameOf(folder: string): string {
    const name = this.names.get(folder);
    if (name === undefined) throw new Error(`No media slot lies in ${folder}.`);
    return name;
  }

  /** Where a slot lies, or lay last. Of one that this server never had, or whose folder another one has: a place where nothing can be. */
  folderOf(name: string): string {
    return this.folders.get(name) ?? `/dev/null/${name}`;
  }

  private put(name: string, folder: string): void {
    this.folders.set(name, folder);
    this.names.set(folder, name);
  }
}
