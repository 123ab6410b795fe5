// Which folders the media slots of the settings are now: a disk by its UUID is where it is mounted. Pure, but for asking the machine.
import { join } from 'node:path';
import { type RecordDisks, filledSlots, isDiskUuid } from '@outrider/contract';
import { errorText } from '../../kernel/errors.ts';
import { type Log, silentLog } from '../../kernel/log.ts';
import { type DiskTools, allDevices } from '../../kernel/storage/disk-tools.ts';
import { readSlotEntry, type SlotEntry } from './slot-names.ts';
import type { SlotMode, SlotPlace } from './slots.ts';

export type MediaOptions = { recordFolders: readonly string[]; recordMode: SlotMode };
export type MediaChoice = { mode: SlotMode; slots: readonly { medium: string; readOnly: boolean }[] };
/** `name` as an administrator gave it; null: its mark says which slot it is. */
export type MediaPlace = SlotPlace & Pick<SlotEntry, 'name'>;
export type MediaPlaces = { mode: SlotMode; places: readonly MediaPlace[] };

/** What was chosen, or what the configuration says where nobody could choose. */
export const mediaChoice = (
  disks: RecordDisks | undefined,
  { recordFolders, recordMode }: MediaOptions,
): MediaChoice => {
  if (disks === undefined)
    return { mode: recordMode, slots: recordFolders.map((medium) => ({ medium, readOnly: false })) };
  const slots = filledSlots(disks).map(({ medium, readonly }) => ({ medium, readOnly: readonly }));
  return { mode: disks.mode === 0 ? 'efficacy' : 'capacity', slots };
};

export const hasUuid = ({ slots }: MediaChoice): boolean => slots.some(({ medium }) => isDiskUuid(medium));

/** Where a disk is mounted, or why that is nowhere, in words. */
type Mount = { folder: string } | { missing: string };
type MountOf = (uuid: string) => Mount;

/** Nothing can be made there. */
const nowhere = (medium: string): string => `/dev/null/${medium.replaceAll(/[^A-Za-z0-9-]/g, '-')}`;

/** Without any slot recordings go to the folder `otherwise`. */
const placesOf = ({ slots }: MediaChoice, mountOf: MountOf, otherwise: string): MediaPlace[] => {
  if (slots.length === 0) return [{ name: null, folder: otherwise, readOnly: false, missing: null }];
  const taken = new Set<string>();
  return slots.map(({ medium, readOnly }) => {
    const missing = (why: string): MediaPlace => ({ name: null, folder: nowhere(medium), readOnly, missing: why });
    const found = isDiskUuid(medium) ? { name: null, ...mountOf(medium) } : readSlotEntry(medium);
    if ('missing' in found) return missing(found.missing);
    if (taken.has(found.folder)) return missing(`another slot is the folder ${found.folder} already.`);
    taken.add(found.folder);
    return { ...found, readOnly, missing: null };
  });
};

const nobodyKnows = (uuid: string, why: string): Mount => ({
  missing: `nobody knows where the disk ${uuid} is: ${why}`,
});

/** A mounted disk of which nothing can be read may be each that is not found: it is the one that lay there last. */
const mountsOf = async (disks: Pick<DiskTools, 'list'>, before: ReadonlyMap<string, Mount>): Promise<MountOf> => {
  const devices = allDevices(await disks.list());
  const unread = devices.filter(({ trouble, mountPoints }) => trouble !== undefined && mountPoints.length > 0);
  const unreadPoints = unread.flatMap(({ mountPoints }) => mountPoints);
  return (uuid) => {
    const folders = devices.filter((each) => each.uuid === uuid).flatMap(({ mountPoints }) => mountPoints);
    const folder = folders.find((each) => each.startsWith('/') && each !== '/');
    if (folder !== undefined) return { folder };
    if (folders.includes('/')) return { missing: `the disk ${uuid} holds the system: name a folder on it.` };
    const last = before.get(uuid);
    if (last !== undefined && 'folder' in last && unreadPoints.includes(last.folder)) return last;
    const trouble = unread[0]?.trouble;
    return trouble === undefined ? { missing: `the disk ${uuid} is not mounted.` } : nobodyKnows(uuid, trouble);
  };
};

export type MediaKit = { disks: Pick<DiskTools, 'list'>; dataFolder: string };

/**
 * Finds the places of a choice again and again. The machine is asked only where a slot is a disk. While it does not answer, a disk is where it
 * said last: that it could not be asked does not say that a disk is gone, and a folder that is another one is known by its mark.
 */
export const createPlaceFinder = ({ disks, dataFolder, log }: MediaKit & { log: Log }) => {
  let known = new Map<string, Mount>();
  let silent = false;
  const ask = async (uuids: readonly string[]): Promise<MountOf> => {
    try {
      const mountOf: MountOf = uuids.length === 0 ? () => ({ missing: '' }) : await mountsOf(disks, known);
      known = new Map(uuids.map((uuid) => [uuid, mountOf(uuid)]));
      silent = false;
      return mountOf;
    } catch (err) {
      if (!silent) log.warn('disks cannot be listed, recordings stay where they are', { err });
      silent = true;
      return (uuid) => known.get(uuid) ?? nobodyKnows(uuid, errorText(err));
    }
  };
  return async (choice: MediaChoice): Promise<MediaPlaces> => {
    const mountOf = await ask(choice.slots.flatMap(({ medium }) => (isDiskUuid(medium) ? [medium] : [])));
    return { mode: choice.mode, places: placesOf(choice, mountOf, join(dataFolder, 'recordings')) };
  };
};

/** The same once, for commands. */
export const findPlaces = (choice: MediaChoice, kit: MediaKit): Promise<MediaPlaces> =>
  createPlaceFinder({ ...kit, log: silentLog })(choice);

/** Those that are there. */
export const entriesOf = ({ places }: Pick<MediaPlaces, 'places'>): SlotEntry[] =>
  places.filter(({ missing }) => missing === null).map(({ name, folder }) => ({ name, folder }));
