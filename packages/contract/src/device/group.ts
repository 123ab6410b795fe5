// Groups of devices and the external pages of a deployment, as every signed-in user sees them, and what an administrator changes.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { plainText } from '../speak/plain-text.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, deviceId, userName, wireFlag } from '../speak/wire.ts';

/** The number of a group: text on the wire, where older clients also send a number. */
export const groupId = z.codec(z.union([z.string(), z.number()]), z.number().int().positive(), {
  decode: (id) => Number(id),
  encode: String,
});

/** No spaces and quotes, and nothing that is not seen or turns the writing direction. Names from before the rule keep what they have. */
export const MAX_GROUP_NAME = 64;
export const GROUP_NAME_RULE = 'A group name has 1 to 64 characters, without spaces and single quotes.';
export const groupName = z
  .string()
  .min(1, GROUP_NAME_RULE)
  .max(MAX_GROUP_NAME, GROUP_NAME_RULE)
  .refine((name) => !/[\s']/u.test(name) && plainText(name) === name, GROUP_NAME_RULE);

/** `parentid` is null for the top of what the caller reaches. */
export const userGroup = z.object({
  groupid: z.string(),
  parentid: z.string().nullable(),
  name: z.string(),
  updatetime,
});
export type UserGroup = z.output<typeof userGroup>;
const exampleGroup = { groupid: '1', parentid: null, name: 'All devices', updatetime: 0 };
const ofUser = { username: userName };

export const getUserGroups = call({
  method: 'GET',
  path: '/gkserver/usergroup',
  right: 'signed-in',
  input: z.object({}),
  reply: z.array(userGroup),
  about: "The groups the caller reaches: all of them for level 0, else the account's own and those below.",
  example: { input: {}, reply: [exampleGroup] },
});
export const getUserGroupsOf = call({
  method: 'GET',
  path: '/gkserver/usergroup/{username}',
  right: 'signed-in',
  input: z.object(ofUser),
  reply: z.object({ data: z.array(userGroup) }),
  about: 'The groups an account reaches. Another account than the own one is there for level 0 only.',
  example: { input: { username: 'admin' }, reply: { data: [exampleGroup] } },
});

/** A group with the version it has after a change. */
const changedGroup = z.object({ groupid: z.string(), updatetime });
export const postUserGroup = call({
  method: 'POST',
  path: '/gkserver/usergroup',
  right: 'admin',
  audit: { action: 'Add group', secret: {} },
  input: z.object({ parentid: groupId, newChildrenName: groupName }),
  reply: changedGroup,
  about: 'Adds a group below another one.',
  example: {
    input: { parentid: '1', newChildrenName: 'north' },
    reply: { groupid: '2', updatetime: 1_790_000_000 },
  },
});
export const putUserGroup = call({
  method: 'PUT',
  path: '/gkserver/usergroup',
  right: 'admin',
  audit: { action: 'Change group', secret: {} },
  input: z.object({
    groupid: groupId,
    newGroupName: groupName.optional(),
    newParentid: groupId.optional(),
    ...seenUpdatetime,
  }),
  reply: changedGroup,
  about:
    'Renames a group or puts it below another one. A group cannot lie below itself, and the root has none above it. `updatetime` as in the list: a save over a change that was not seen answers 409.',
  example: { input: { groupid: '2', newGroupName: 'north' }, reply: { groupid: '2', updatetime: 1_790_000_001 } },
});
export const deleteUserGroup = call({
  method: 'DELETE',
  path: '/gkserver/usergroup',
  right: 'admin',
  audit: { action: 'Remove group', secret: {} },
  input: z.object({ groupid: groupId, ...seenUpdatetime }),
  reply: z.object({ groupid: z.string() }),
  about:
    'Deletes a group. Refused for the root, for one with groups below it and for one that accounts have. Its devices are in no group then, and so belong to the root, unless they are in another one.',
  example: { input: { groupid: '2' }, reply: { groupid: '2' } },
});

export const groupDevice = z.object({ groupid: z.string(), deviceid: z.string() });
export type GroupDevice = z.output<typeof groupDevice>;
const exampleLink = { groupid: '2', deviceid: '13800000101' };
const aboutLinks = 'A device that is not registered keeps its groups for its return and is not told.';
export const getGroupLinks = call({
  method: 'GET',
  path: '/gkserver/groupdevice',
  right: 'signed-in',
  input: z.object({}),
  reply: z.array(groupDevice),
  about: `Which registered devices are in which groups, as far as the caller reaches both. ${aboutLinks}`,
  example: { input: {}, reply: [exampleLink] },
});
export const getGroupLinksOf = call({
  method: 'GET',
  path: '/gkserver/groupdevice/{username}',
  right: 'signed-in',
  input: z.object(ofUser),
  reply: z.object({ data: z.array(groupDevice) }),
  about: `Which registered devices are in the groups an account reaches. Another account than the own one is there for level 0 only. ${aboutLinks}`,
  example: { input: { username: 'admin' }, reply: { data: [exampleLink] } },
});
const link = z.object({ groupid: groupId, deviceid: deviceId });
export const postGroupLink = call({
  method: 'POST',
  path: '/gkserver/groupdevice',
  right: 'admin',
  audit: { action: 'Put device in group', secret: {}, device: 'deviceid' },
  input: link,
  reply: groupDevice,
  about: 'Puts a registered device into a group; it stays in its other ones. One that is in it already is in it.',
  example: { input: exampleLink, reply: exampleLink },
});
export const deleteGroupLink = call({
  method: 'DELETE',
  path: '/gkserver/groupdevice',
  right: 'admin',
  audit: { action: 'Take device out of group', secret: {}, device: 'deviceid' },
  input: link,
  reply: groupDevice,
  about:
    'Takes a registered device out of a group. An id of no registered device is refused, so that no link goes by mistake.',
  example: { input: exampleLink, reply: exampleLink },
});

export const postGroupDevices = call({
  method: 'POST',
  path: '/gkcommon/groupdevicelist',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, groupid: groupId }),
  reply: z.array(z.string()),
  about: 'The ids of the registered devices in a group and those below. A group out of reach is not there.',
  example: { input: { groupid: '1' }, reply: ['13800000101'] },
});

/** An account that reaches what was asked for. `groupid`: its own group by which it does, '' for level 0, which reaches everything. */
export const groupReach = z.object({
  username: z.string(),
  permission: z.number().int().min(0),
  groupid: z.string(),
  /** The group that holds the device: the own one or one below it. '' where a group was asked for, or the device is in none. */
  heldby: z.string(),
  expired: wireFlag,
});
export type GroupReach = z.output<typeof groupReach>;
export const postFindSetting = call({
  method: 'POST',
  path: '/gkserver/findsetting',
  right: 'admin',
  audit: 'reads',
  input: z.union([z.object({ deviceid: deviceId }), z.object({ groupid: groupId })]),
  reply: z.array(groupReach),
  about:
    "Which accounts reach a registered device or a group, by which of their groups, with which level: one row for each way. Accounts of level 0 but the caller's own are told to the account named admin only.",
  example: {
    input: { deviceid: '13800000101' },
    reply: [{ username: 'ann', permission: 2, groupid: '2', heldby: '3', expired: 0 }],
  },
});

export const MAX_IFRAMES = 5;
/** A page of somebody else inside the console, opened as /iframe/{index}, counted from 0. */
export const iframeEntry = z.object({ title: z.string(), url: z.string() });
export type IframeEntry = z.output<typeof iframeEntry>;
export const getIframes = call({
  method: 'GET',
  path: '/gkserver/iframes',
  right: 'signed-in',
  input: z.object({}),
  reply: z.array(iframeEntry),
  about: `The external pages of this deployment, at most ${MAX_IFRAMES}, in the order of their index.`,
  example: { input: {}, reply: [{ title: 'Weather', url: 'https://weather.example.org/' }] },
});
