// Whether a device knows our vendor block, and what of it: asked once per link, and never guessed. The block itself goes only to devices that
// say so (docs/reference/vendor-block.md).
import { vendorCommandNames, vendorCommands, type VendorCommandName } from '@outrider/contract';
import { AppError } from '../kernel/errors.ts';
import { askAttributes } from './attributes.ts';
import type { DeviceLink } from './link.ts';

/** Its commands, and the settings that it does something with. */
export type VendorSkills = { commands: VendorCommandName[]; settings: string[] };

const known = new WeakMap<DeviceLink, Promise<VendorSkills | undefined>>();

const MAX_NAMES = 200;
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, MAX_NAMES) : [];

const ask = async (link: DeviceLink): Promise<VendorSkills | undefined> => {
  if (!(await askAttributes(link)).knowsVendorBlock) return undefined;
  const answer = await link.order('vendor', { command: 'hello' });
  const json = answer !== null && 'json' in answer ? answer.json : null;
  const said = typeof json === 'object' && json !== null ? json : {};
  const codes: readonly unknown[] = 'commands' in said && Array.isArray(said.commands) ? said.commands : [];
  return {
    commands: vendorCommandNames.filter((name) => codes.includes(vendorCommands[name].code)),
    settings: 'settings' in said ? textsIn(said.settings) : [],
  };
};

/** Links whose device said nothing as it was asked: nobody waits for it a second time where it may just as well know nothing. */
const silent = new WeakSet<DeviceLink>();

/**
 * What a device says of the block; undefined where it does not know it. Rejects with device_timeout or device_offline where nobody knows: the
 * next one asks again.
 */
export const askVendorSkills = (link: DeviceLink): Promise<VendorSkills | undefined> => {
  const asked =
    known.get(link) ??
    ask(link).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'device_refused' || error.code === 'device_unsupported') return undefined;
      known.delete(link);
      if (error.code === 'device_timeout') silent.add(link);
      throw error;
    });
  known.set(link, asked);
  return asked;
};

/** The same for who goes on without: undefined for a device that does not answer, too. Rejects with device_offline where the link ends. */
export const vendorSkills = async (link: DeviceLink): Promise<VendorSkills | undefined> => {
  if (silent.has(link)) return undefined;
  try {
    return await askVendorSkills(link);
  } catch (error) {
    if (error instanceof AppError && error.code === 'device_timeout') return undefined;
    throw error;
  }
};
