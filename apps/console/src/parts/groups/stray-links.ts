// Links to devices that the device list lacks, and whether it may be believed. Pure.
import type { GroupDevice } from '@outrider/contract';

export type Known = {
  /** Level 0 alone sees every device. */
  readonly level: number;
  /** The device list came complete, from a server that is there. */
  readonly complete: boolean;
  readonly devices: { readonly size: number; readonly has: (id: string) => boolean };
};

/** So many at most: more would say that the list is wrong, not the links. */
export const MAX_STRAYS = 50;

/** None where the list cannot be believed: half a list would take whole groups apart. */
export const strayLinks = (
  links: readonly GroupDevice[],
  { level, complete, devices }: Known,
): readonly GroupDevice[] => {
  if (level !== 0 || !complete || devices.size === 0) return [];
  const strays = links.filter(({ deviceid }) => !devices.has(deviceid));
  return strays.length > MAX_STRAYS ? [] : strays;
};
