// Where recordings are written: up to 24 media slots, each a disk by its UUID or a folder, and how the next one is chosen.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { wireFlag } from '../speak/wire.ts';

/** In their order. */
export const mediaSlots = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
] as const;
export type MediaSlot = (typeof mediaSlots)[number];

const MAX_MEDIUM = 300;
/** ext4 and others, FAT, NTFS. */
const UUID = /^[0-9A-Fa-f][0-9A-Fa-f-]{3,63}$/;
/** An absolute folder below the root, with the name of its slot before it where somebody gives one: 'north=/mnt/disk1'. */
const FOLDER = /^(?:[a-z0-9-]{1,32}=)?(?:\/(?!\.{1,2}(?:\/|$))[^/\p{Cc}]+)+$/u;

/** Whether a slot names a disk by its UUID, and not a folder. */
export const isDiskUuid = (medium: string): boolean => UUID.test(medium);

const medium = z
  .string()
  .max(MAX_MEDIUM)
  .refine(
    (text) => text === '' || isDiskUuid(text) || FOLDER.test(text),
    'Type the UUID of a disk, or a folder like /mnt/disk1.',
  );

type Shape = Record<`media${MediaSlot}`, typeof medium> &
  Record<`readonly${MediaSlot}`, typeof wireFlag> & { mode: z.ZodUnion<[z.ZodLiteral<0>, z.ZodLiteral<1>]> };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot see which keys fromEntries makes
const shape = {
  ...Object.fromEntries(mediaSlots.map((slot) => [`media${slot}`, medium])),
  ...Object.fromEntries(mediaSlots.map((slot) => [`readonly${slot}`, wireFlag])),
  mode: z.union([z.literal(0), z.literal(1)]),
} as Shape;

const choice = z.object(shape);
/** Some fields of it. */
export const recordDisksChange = choice.partial();
export type RecordDisks = z.output<typeof choice>;

/** `media1` to `media24`: the UUID of a disk, or a folder; '' for none. `mode` 0: evenly, 1: one after the other. */
export const recordDisks = choice.superRefine((disks, context) => {
  const seen = new Set<string>();
  for (const slot of mediaSlots) {
    const text = disks[`media${slot}`];
    if (text !== '' && seen.has(text))
      context.addIssue({ code: 'custom', path: [`media${slot}`], message: 'Another slot has the same.' });
    seen.add(text);
  }
});

/** The slots up to the first one that is empty; what stands behind it is none. */
export const filledSlots = (disks: RecordDisks): readonly { slot: MediaSlot; medium: string; readonly: boolean }[] => {
  const filled: { slot: MediaSlot; medium: string; readonly: boolean }[] = [];
  for (const slot of mediaSlots) {
    const text = disks[`media${slot}`];
    if (text === '') break;
    filled.push({ slot, medium: text, readonly: disks[`readonly${slot}`] });
  }
  return filled;
};

/** The same without what stands behind the first empty slot: as it is saved. */
export const consecutiveSlots = (disks: RecordDisks): RecordDisks => {
  const count = filledSlots(disks).length;
  const emptied = mediaSlots
    .filter((slot) => slot > count)
    .map((slot) => [
      [`media${slot}`, ''],
      [`readonly${slot}`, false],
    ])
    .flat();
  return { ...disks, ...Object.fromEntries(emptied) };
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
const none = {
  ...Object.fromEntries(mediaSlots.map((slot) => [`media${slot}`, ''])),
  ...Object.fromEntries(mediaSlots.map((slot) => [`readonly${slot}`, 0])),
  mode: 1,
} as z.input<typeof choice>;
/** A disk that no machine has: examples are saved by tests. */
const example: z.input<typeof choice> = { ...none, media1: '6f1c4cf6-0d3a-4a6c-9a0e-2b1c3d4e5f60', readonly1: 1 };

/** A list of the configuration as the fields that it fixes. */
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const fromConfig = Object.fromEntries(
  mediaSlots.flatMap((slot) => [
    [`media${slot}`, { key: 'recordFolders', of: (value: unknown) => listed(value)[slot - 1] ?? '' }],
    [`readonly${slot}`, { key: 'recordReadOnly', of: (value: unknown) => listed(value).includes(String(slot)) }],
  ]),
);

export const recordDisksSetting = setting('/gkserver/recorddisks', recordDisks, {
  key: 'recorddisks',
  audit: { action: 'Set record disks', secret: {} },
  shown: recordDisks,
  readers: 'admin',
  applies: 'now',
  configKeys: { ...fromConfig, mode: { key: 'recordMode', of: (value) => (value === 'efficacy' ? 0 : 1) } },
  about: {
    load: "Where recordings are written. `media1` to `media24`: the UUID of a disk that is mounted, or an absolute folder, with the name of its slot before it where somebody gives one (`north=/mnt/disk1`); `media1` '': the folder of recordings in the data folder. `readonly1` to `readonly24`: 1 for a slot that is played from and never written. `mode`: 0 for efficacy (all evenly), 1 for capacity (one after the other).",
    save: 'Sets that. Slots are saved up to the first one that is empty. It counts at once: what is being written in a slot that may not be written any more ends there.',
  },
  example: { saved: example, shown: example },
});
