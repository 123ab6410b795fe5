// Sizes of disks, what kind of disk one is, and how it is told from others in words. Pure.
import { type BlockDeviceRow, isDiskUuid } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

const STEP = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** In the largest unit of which there is one. */
export const diskSize = (bytes: number): string => {
  let [size, unit] = [bytes, 0];
  while (size >= STEP && unit < UNITS.length - 1) [size, unit] = [size / STEP, unit + 1];
  return `${size >= 100 || Number.isInteger(size) ? Math.round(size) : size.toFixed(1)} ${UNITS[unit] ?? ''}`;
};

/** As lsblk has them, and 'file' for an image file of ours; any other stays as it is. */
export const diskTypeText = (type: string): string => {
  if (type.startsWith('raid')) return t('RAID array');
  const words: Readonly<Record<string, string>> = {
    disk: t('Disk'),
    part: t('Partition'),
    loop: t('Loop device'),
    lvm: t('Logical volume'),
    crypt: t('Encrypted volume'),
    rom: t('Optical drive'),
    file: t('Image file'),
  };
  return words[type] ?? type;
};

export const allRows = (rows: readonly BlockDeviceRow[]): readonly BlockDeviceRow[] =>
  rows.flatMap((row) => [row, ...allRows(row.children)]);

/** What there is to say of a slot's disk, as long as it is none that recordings can go to. */
export const mediumHint = (medium: string, rows: readonly BlockDeviceRow[] | undefined): string | undefined => {
  if (rows === undefined || !isDiskUuid(medium)) return undefined;
  const found = allRows(rows).filter(({ uuid }) => uuid === medium);
  if (found.length === 0) return t('The server sees no disk with this UUID.');
  const mounts = found.map(({ mountpoint }) => mountpoint).filter((mountpoint) => mountpoint !== '');
  if (mounts.length === 0) return t('This disk is not mounted: nothing is recorded there until it is.');
  return t('Mounted at {folder}', { folder: mounts.join(', ') });
};
