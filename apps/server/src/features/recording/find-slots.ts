// Finds the media slots of this server at a start: by the configuration, by the marks of folders, by where they lay last.
import type { Log } from '../../kernel/log.ts';
import { readMark } from './folder-marks.ts';
import { nameSlots, type SlotEntry, SlotNames } from './slot-names.ts';
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

/** Finds the slots of these folders, and has `names` know where they are now. */
export const placeSlots = async (
  store: SlotStore,
  names: SlotNames,
  entries: readonly SlotEntry[],
  log?: Log,
): Promise<void> => {
  const { node } = names;
  const known = await store.slotsOf(node);
  const found = await Promise.all(
    entries.map(async (entry) => ({ ...entry, mark: await readMark(entry.folder).catch(() => undefined) })),
  );
  for (const [i, name] of nameSlots(known, found).entries()) {
    const folder = found[i]?.folder ?? '';
    names.place(name, folder);
    const before = known.find((slot) => slot.name === name);
    if (before === undefined || before.folder === folder) continue; // a new one is stored with its mark
    log?.info('media slot lies in another folder', { slot: name, folder, before: before.folder });
    // Where that cannot be stored now, the next start finds it in the same way.
    // oxlint-disable-next-line no-await-in-loop -- a handful
    await store.moveSlot(node, name, folder).catch((err: unknown) => log?.warn('media slot not stored yet', { err }));
  }
};
