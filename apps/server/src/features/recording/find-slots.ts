// Finds the media slots of this server at a start: by the configuration, by the marks of folders, by where they lay last.
import type { Log } from '../../kernel/log.ts';
import { readMark } from './folder-marks.ts';
import { type KnownSlot, nameSlots, NOWHERE, type SlotEntry, SlotNames } from './slot-names.ts';
import type { SlotStore } from './store/slots.ts';

/** The slots that this node ever had, with those of the configuration where they are now. */
export const openSlotNames = async (
  store: SlotStore,
  node: string,
  entries: readonly SlotEntry[],
  log?: Log,
): Promise<SlotNames> => {
  const names = new SlotNames(node, await store.slotsOf(node));
  await placeSlots(store, names, entries, log);
  return names;
};

type Placed = { name: string; folder: string; same: ReadonlySet<string> };

/** Which slot lies in each folder now. `same`: others by whose mark it is that folder too, as one has that was given another name. */
const findSlots = async (known: readonly KnownSlot[], entries: readonly SlotEntry[]): Promise<Placed[]> => {
  const found = await Promise.all(
    entries.map(async (entry) => ({ ...entry, mark: await readMark(entry.folder).catch(() => undefined) })),
  );
  const names = nameSlots(known, found);
  return found.map(({ folder, mark }, i) => {
    const name = names[i] ?? '';
    const marks = [mark, known.find((slot) => slot.name === name)?.mark];
    const same = known.filter((slot) => slot.mark !== '' && marks.includes(slot.mark));
    return { name, folder, same: new Set(same.map((slot) => slot.name)) };
  });
};

/** Finds the slots of these folders, and has `names` know where they are now. */
export const placeSlots = async (
  store: SlotStore,
  names: SlotNames,
  entries: readonly SlotEntry[],
  log?: Log,
): Promise<void> => {
  const known = await store.slotsOf(names.node);
  const placed = await findSlots(known, entries);
  for (const { name, folder, same } of placed) names.place(name, folder, same);
  const placedNames = new Set(placed.map(({ name }) => name));
  const move = async (name: string, folder: string, text: string, more: Record<string, string>): Promise<void> => {
    log?.info(text, { slot: name, ...more });
    // Where that cannot be stored now, the next start finds it in the same way.
    await store
      .moveSlot(names.node, name, folder)
      .catch((err: unknown) => log?.warn('media slot not stored yet', { err }));
  };
  for (const { name, folder, same } of placed)
    for (const slot of known) {
      const isHere = slot.folder === folder;
      const isOther = !placedNames.has(slot.name) && !same.has(slot.name);
      // A new one is stored with its mark.
      if (slot.name === name && !isHere)
        // oxlint-disable-next-line no-await-in-loop -- a handful
        await move(name, folder, 'media slot lies in another folder', { folder, before: slot.folder });
      // One without a mark could not be found again.
      else if (isHere && isOther && slot.mark !== '')
        // oxlint-disable-next-line no-await-in-loop
        await move(slot.name, NOWHERE, 'another media slot lies in the folder of this one', { folder, other: name });
    }
};
