// Commands of the main channel about what a device can: what it is, how full its disks are, which commands of the vendor block it knows,
// one of them, and formatting.
import {
  AppError,
  d05Attributes,
  d06Storage,
  d17VendorCommand,
  d20VendorCommands,
  d28Format,
  type VendorCommandName,
  vendorCommandNames,
  vendorCommands,
} from '@outrider/contract';
import type { DeviceLink, LinkRegistry, VendorAnswer } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import { assertMay } from '../../kernel/access/authorise.ts';
import { answer, type ChannelSession, type CommandHandler } from '../../kernel/channel/channel.ts';
import { deviceOffline } from '../../kernel/errors.ts';
import type { OrderDesk, Teller } from '../device-order/index.ts';
import type { DeviceAbilities } from './abilities.ts';
import { loggedAsks, settingsToWrite, settingsTold } from './vendor-settings.ts';

type Kit = {
  abilities: DeviceAbilities;
  devices: Devices;
  links: LinkRegistry;
  tell: Teller;
  format: OrderDesk<{ disk: string }>;
  wakeUp: OrderDesk<object>;
};

const named = (asked: string | number): VendorCommandName => {
  const name = vendorCommandNames.find((known) => known === asked || vendorCommands[known].code === asked);
  if (name === undefined) throw new AppError('invalid', 'There is no such command.');
  return name;
};
const bodyOf = (answered: VendorAnswer): unknown => {
  if (answered === null) return null;
  return 'json' in answered ? answered.json : Buffer.from(answered.bytes).toString('base64');
};

const linkFinder =
  ({ devices, links }: Kit) =>
  ({ caller }: ChannelSession, id: string): DeviceLink => {
    const link = links.get(devices.seen(caller, id).deviceKey);
    if (link === undefined) throw deviceOffline();
    return link;
  };

/** D17: what has an order is given as one, so that it stands in the list. */
const sendOne = (kit: Kit): CommandHandler => {
  const linkOf = linkFinder(kit);
  const { tell, format, wakeUp, devices, abilities } = kit;
  const order = async (session: ChannelSession, I: string, name: 'format' | 'wake-up', disk: unknown) => {
    const { R } =
      name === 'format'
        ? await tell(session, { I }, format, { disk: typeof disk === 'string' ? disk : '' })
        : await tell(session, { I }, wakeUp, {});
    if (R !== '1') throw new AppError('device_timeout', 'The device did not answer');
    return null;
  };
  const write = async (session: ChannelSession, I: string, body: unknown) => {
    const settings = settingsToWrite(session.caller, body);
    const link = linkOf(session, I);
    if (Object.keys(settings).length === 0) return null;
    return settingsTold(session.caller, await abilities.tell(link, 'write-settings', { settings }));
  };
  return answer(d17VendorCommand, async (session, { I, A, B }, note) => {
    devices.seen(session.caller, I);
    const name = named(A);
    const { right } = vendorCommands[name];
    if (right === null) throw new AppError('invalid', 'Faces have calls of their own.');
    if (B !== undefined) note({ body: { B: loggedAsks(name, B) } });
    assertMay(session.caller, right);
    if (name === 'format' || name === 'wake-up') return { I, A: name, Z: await order(session, I, name, B?.['disk']) };
    if (name === 'write-settings') return { I, A: name, Z: await write(session, I, B) };
    const answered = await abilities.tell(linkOf(session, I), name, B);
    return { I, A: name, Z: name === 'read-settings' ? settingsTold(session.caller, answered) : bodyOf(answered) };
  });
};

export const abilityCommands = (kit: Kit): CommandHandler[] => {
  const { abilities, devices, tell, format } = kit;
  const linkOf = linkFinder(kit);
  return [
    answer(d05Attributes, async (session, { I }) => {
      const { manufacturer, model, terminalId, iccid, hardware, firmware, knowsVendorBlock } = await linkOf(
        session,
        I,
      ).order('attributes', {});
      return { I, Z: { manufacturer, model, terminalId, iccid, hardware, firmware, vendorBlock: knowsVendorBlock } };
    }),
    answer(d06Storage, async (session, { I }) => {
      const { disks, oldestMs = null } = await abilities.storage(linkOf(session, I));
      return { I, Z: { disks, oldest: oldestMs } };
    }),
    sendOne(kit),
    answer(d20VendorCommands, async ({ caller }, { I }) => {
      const { commands, settings } = await abilities.known(devices.seen(caller, I).deviceKey);
      return { I, Z: commands.map((name) => ({ code: vendorCommands[name].code, name })), S: settings };
    }),
    answer(d28Format, (session, letters) => tell(session, letters, format, { disk: letters.A ?? '' })),
  ];
};
