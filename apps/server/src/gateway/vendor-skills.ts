// Whether a device knows our vendor block, and what of it: asked once per link, and never guessed. The block itself goes only to devices that
// say so (docs/reference/vendor-block.md).
import { vendorCommandNames, vendorCommands, type VendorCommandName } from '@outrider/contract';
import { AppError } from '../kernel/errors.ts';
import type { DeviceLink } from './link.ts';

type VendorSkills = { commands: readonly VendorCommandName[] };
const known = new WeakMap<DeviceLink, Promise<VendorSkills | undefined>>();

const ask = async (link: DeviceLink): Promise<VendorSkills | undefined> => {
  if (!(await link.order('attributes', {})).knowsVendorBlock) return undefined;
  const answer = await link.order('vendor', { command: 'hello' });
  const json = answer !== null && 'json' in answer ? answer.json : null;
  const said = typeof json === 'object' && json !== null ? json : {};
  const codes: readonly unknown[] = 'commands' in said && Array.isArray(said.commands) ? said.commands : [];
  return { commands: vendorCommandNames.filter((name) => codes.includes(vendorCommands[name].code)) };
};

/**
 * What a device says of the block; undefined where it does not know it, which is also what one means that does not answer the question for
 * its attributes. Rejects with device_offline where the link ends meanwhile.
 */
export const vendorSkills = (link: DeviceLink): Promise<VendorSkills | undefined> => {
  const asked =
    known.get(link) ??
    ask(link).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'device_timeout' || error.code === 'device_refused' || error.code === 'device_unsupported')
        return undefined;
      known.delete(link);
      throw error;
    });
  known.set(link, asked);
  return asked;
};
