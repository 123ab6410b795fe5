// Commands around groups of devices, until their screens come. They work beside a running server.
import { keyOfDevice } from '../features/device/index.ts';
import { ROOT_GROUP_ID } from '../features/group/index.ts';
import { StartError } from '../kernel/errors.ts';
import { nameOf, readGroups, withAccounts } from './account-words.ts';
import type { OpenAccounts } from '../app.ts';
import type { CliCommand, CommandContext } from './command.ts';

const oneGroup = (text: string, accounts: OpenAccounts): number => {
  const [id, ...others] = readGroups(text, accounts);
  if (id === undefined || others.length > 0) throw new StartError('Name one group by its number, see list-groups.');
  return id;
};

const ADD_GROUP = 'add-group NAME [--parent 1]';
export const addGroup: CliCommand = {
  usage: ADD_GROUP,
  options: ['parent'],
  about: 'Adds a group below another one, by default below the root, and prints its number.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const name = nameOf(context, ADD_GROUP);
      const parent = oneGroup(context.options['parent'] ?? String(ROOT_GROUP_ID), accounts);
      context.print(`The group ${await accounts.groups.add(parent, name)} ${name} is added.`);
    }),
};

const CHANGE_GROUP = 'change-group NUMBER [--name NAME] [--parent 1]';
export const changeGroup: CliCommand = {
  usage: CHANGE_GROUP,
  options: ['name', 'parent'],
  about: 'Renames a group, or moves it with all below it.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const { name, parent } = context.options;
      const id = oneGroup(nameOf(context, CHANGE_GROUP), accounts);
      await accounts.groups.change(id, {
        ...(name === undefined ? {} : { name }),
        ...(parent === undefined ? {} : { parentId: oneGroup(parent, accounts) }),
      });
      context.print(`The group ${id} is changed.`);
    }),
};

const REMOVE_GROUP = 'remove-group NUMBER';
export const removeGroup: CliCommand = {
  usage: REMOVE_GROUP,
  options: [],
  about: 'Removes a group and all below it; devices of none of the other groups belong to the root again.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const id = oneGroup(nameOf(context, REMOVE_GROUP), accounts);
      await accounts.groups.remove(id);
      context.print(`The group ${id} is removed.`);
    }),
};

const PUT_DEVICE = 'put-device-in-group DEVICE --groups 2,3';
export const putDeviceInGroup: CliCommand = {
  usage: PUT_DEVICE,
  options: ['groups'],
  about: 'Puts a device into exactly these groups; --groups none leaves it to the root group.',
  run: (context: CommandContext) =>
    withAccounts(context, async (accounts) => {
      const id = nameOf(context, PUT_DEVICE);
      const { groups } = context.options;
      if (groups === undefined) throw new StartError(`Usage: ${PUT_DEVICE}`);
      const key = await keyOfDevice(accounts.opened.db, id);
      if (key === undefined) throw new StartError(`There is no device ${id}.`);
      await accounts.groups.setDeviceGroups(key, readGroups(groups, accounts));
      context.print(`The device ${id} is in: ${groups}.`);
    }),
};

export const listGroups: CliCommand = {
  usage: 'list-groups',
  options: [],
  about: 'Lists the groups with their numbers, each below the one it belongs to.',
  run: (context) =>
    withAccounts(context, async ({ groups }) => {
      const print = (parentId: number | null, depth: number): void => {
        for (const group of groups.list().filter((each) => each.parentId === parentId)) {
          context.print(`${'  '.repeat(depth)}${group.id} ${group.name}`);
          print(group.id, depth + 1);
        }
      };
      print(null, 0);
    }),
};
