// Whether a disk may be formatted, and why not. Pure. What it says holds for the moment: it is asked again right before.
import type { FormatBar } from '@outrider/contract';
import { AppError } from '../../kernel/errors.ts';
import type { BlockDevice } from '../../kernel/storage/disk-tools.ts';

/** `listed`: the real paths of what the configuration allows; `any`: whether it allows anything. */
export type Allowed = { listed: ReadonlySet<string>; any: boolean };

const SWAP = 'swap';
/** A part of a volume group, an array or a pool that need not be running now. */
const isMember = (fstype: string): boolean => fstype.endsWith('_member') || fstype === 'crypto_LUKS';

export const formatBarOf = (device: BlockDevice, { listed, any }: Allowed): FormatBar => {
  const { children, fstype, mountPoints, attached, readOnly, path, trouble } = device;
  if (children.length > 0) return 'children';
  if (fstype === SWAP || mountPoints.includes('[SWAP]')) return 'swap';
  if (mountPoints.length > 0) return 'mounted';
  if (trouble !== undefined) return 'unreadable'; // it may be a member
  if (isMember(fstype)) return 'member';
  if (attached) return 'attached';
  if (readOnly) return 'readonly';
  if (!any) return 'off';
  return listed.has(path) ? 'none' : 'unlisted';
};

const words: Readonly<Record<Exclude<FormatBar, 'none'>, string>> = {
  children: 'has parts',
  mounted: 'is mounted',
  swap: 'is swap',
  unreadable: 'cannot be read, and nobody knows what it is',
  member: 'belongs to a volume group, an array or an encrypted disk',
  attached: 'is an image file that is in use',
  readonly: 'can only be read',
  off: 'cannot be formatted here: the configuration allows no disk (allowDiskFormat)',
  unlisted: 'cannot be formatted here: the configuration does not list it (allowDiskFormat)',
};

/** Throws AppError unless every row of the name may be formatted; gives the path. */
export const mustBeFormattable = (name: string, devices: readonly BlockDevice[], allowed: Allowed): string => {
  const found = devices.filter((device) => device.name === name);
  const [first] = found;
  if (first === undefined) throw new AppError('not_found', `There is no disk ${name}.`);
  for (const device of found) {
    const bar = formatBarOf(device, allowed);
    if (bar === 'off' || bar === 'unlisted') throw new AppError('forbidden', `${name} ${words[bar]}.`);
    if (bar !== 'none') throw new AppError('invalid', `${name} ${words[bar]}.`);
  }
  return first.path;
};
