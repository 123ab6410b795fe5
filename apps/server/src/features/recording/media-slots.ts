// Which folders the media slots of the settings are now: a disk by its UUID is where it is mounted. Pure, but for asking the machine once.
import { join } from 'node:path';
import { type RecordDisks, filledSlots, isDiskUuid } from '@outrider/contract';
import { errorText } from '../../kernel/errors.ts';
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

/** Where a disk is mounted, or why nobody knows, in words. */
type MountOf = (uuid: string) => { folder: string } | { missing: string };

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

const mountsOf = async (disks: Pick<DiskTools, 'list'>): Promise<MountOf> => {
  try {
    const devices = allDevices(await disks.list());
    return (uuid) => {
      const folders = devices.filter((each) => each.uuid === uuid).flatMap(({ mountPoints }) => mountPoints);
      const folder = folders.find((each) => each.startsWith('/') && each !== '/');
      if (folder !== undefined) return { folder };
      return {
        missing: folders.includes('/')
          ? `the disk ${uuid} holds the system: name a folder on it.`
          : `the disk ${uuid} is not mounted.`,
      };
    };
  } catch (error) {
    return (uuid) => ({ missing: `nobody knows where the disk ${uuid} is: ${errorText(error)}` });
  }
};

export type MediaKit = { disks: Pick<DiskTools, 'list'>; dataFolder: string };

/** The machine is asked only where a slot is a disk. */
export const findPlaces = async (choice: MediaChoice, { disks, dataFolder }: MediaKit): Promise<MediaPlaces> => {
  const mountOf: MountOf = hasUuid(choice) ? await mountsOf(disks) : () => ({ missing: '' });
  return { mode: choice.mode, places: placesOf(choice, mountOf, join(dataFolder, 'recordings')) };
};

/** Those that are there. */
export const entriesOf = ({ places }: Pick<MediaPlaces, 'places'>): SlotEntry[] =>
  places.filter(({ missing }) => missing === null).map(({ name, folder }) => ({ name, folder }));
