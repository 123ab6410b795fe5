// Groups of devices and the external pages of a deployment, as every signed-in user sees them. Editing comes with its screens.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials } from '../speak/wire.ts';

/** The number of a group: text on the wire, where older clients also send a number. */
export const groupId = z.codec(z.union([z.string(), z.number()]), z.number().int().positive(), {
  decode: (id) => Number(id),
  encode: String,
});

/** `parentid` is '' for the top of what the caller reaches. */
export const userGroup = z.object({ groupid: z.string(), parentid: z.string(), name: z.string() });
export type UserGroup = z.output<typeof userGroup>;
export const getUserGroups = call({
  method: 'GET',
  path: '/gkserver/usergroup',
  right: 'signed-in',
  input: z.object({}),
  reply: z.array(userGroup),
  about: "The groups the caller reaches: all of them for level 0, else the account's own and those below.",
  example: { input: {}, reply: [{ groupid: '1', parentid: '', name: 'All devices' }] },
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
