// Files by the number of their event, in the order they were taken. Pure.
import type { DeviceFile } from '@outrider/contract';

/** Events without files are not in it. */
export const groupFiles = (files: readonly DeviceFile[]): ReadonlyMap<number, readonly DeviceFile[]> => {
  const groups = new Map<number, DeviceFile[]>();
  for (const file of files.toSorted((a, b) => a.time - b.time || a.channel - b.channel || a.id - b.id)) {
    if (file.serialno === null) continue;
    const group = groups.get(file.serialno);
    if (group === undefined) groups.set(file.serialno, [file]);
    else group.push(file);
  }
  return groups;
};
