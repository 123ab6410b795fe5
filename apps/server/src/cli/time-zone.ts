// In which zone a recorder's clock runs. Works beside a running server.
import { readUtcOffset, utcOffsetText } from '@outrider/contract';
import { changeByCommand, keyOfDevice } from '../features/device/index.ts';
import { StartError } from '../kernel/errors.ts';
import { nameOf, withAccounts } from './account-words.ts';
import type { CliCommand } from './command.ts';

const USAGE = 'time-zone DEVICE [--zone UTC+8]';

export const timeZone: CliCommand = {
  usage: USAGE,
  options: ['zone'],
  about:
    "Shows or changes the zone in which a recorder's clock runs. A running server reads its times so from then on.",
  run: (context) =>
    withAccounts(context, async ({ opened }) => {
      const id = nameOf(context, USAGE);
      const { zone } = context.options;
      const minutes = zone === undefined ? undefined : readUtcOffset(zone);
      if (zone !== undefined && minutes === undefined)
        throw new StartError('zone must be UTC-12 to UTC+14, like UTC+8, UTC-3:30 or UTC.');
      const key = await keyOfDevice(opened.db, id);
      if (key === undefined) throw new StartError(`There is no device ${id}.`);
      const change = minutes === undefined ? {} : { utcOffsetMinutes: minutes };
      const holds = await changeByCommand(opened.db, key, context.clock.now(), change);
      if (holds !== undefined) context.print(`${id}: ${utcOffsetText(holds.utcOffsetMinutes)}`);
    }),
};
