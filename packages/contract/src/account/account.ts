// The accounts of this server for its administrators: the list, and adding, changing and removing one. What a level may do is
// permission.ts, who I am myself session.ts.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, newPasswordHash, outcome, userName, wireSeconds } from '../speak/wire.ts';
import { plainText } from '../speak/plain-text.ts';
import { strictPasswordFaults } from './password-rule.ts';

/** The most accounts of one server. */
export const MAX_USERS = 1000;
export const TOO_MANY_USERS = 'Cannot add new user because max member count = 1000';
/** The account that every server has: it stays an administrator. */
export const FIRST_ADMIN = 'admin';
/** A sign-in so many days ago is stale. */
export const STALE_LOGIN_DAYS = 180;

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
};
/** The last day (UTC) of an account, '' for none. */
export const expiryDay = z
  .string()
  .refine((text) => text === '' || isDay(text), 'The expiry date is a day like 2030-12-31.');

const isPlace = (text: string): boolean => {
  const [, lat = NaN, lng = NaN] = /^(-?\d{1,2}(?:\.\d{1,9})?), ?(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  return Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180;
};
/** Where the map begins for this account, 'lat,lng' in degrees; '' for the usual place. */
export const mapPlace = z
  .string()
  .refine((text) => text === '' || isPlace(text), 'The map location is latitude and longitude, like 24.07,120.52.');

const plain = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => plainText(text) === text, 'It holds a character that cannot be shown.');
const isAddress = (text: string): boolean => text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
/** Of an account that is made: nothing invisible in it, no space at its ends, and no colon, which parts name and hash in a header. */
export const newUserName = userName.refine(
  (name) => plainText(name) === name && name.trim() === name && !/[:\n]/.test(name),
  'A user name holds no colon, no space at its ends and nothing invisible.',
);

/** Groups and levels are numbers; older clients send the one as text and the other as a number. */
const groupNumber = z.codec(z.union([z.string(), z.number()]), z.string().regex(/^[1-9]\d{0,8}$/), {
  decode: String,
  encode: (text) => text,
});
const MOST_LEVEL = 999;
const levelNumber = z.codec(
  z.union([z.number(), z.string().regex(/^\d{1,3}$/)]),
  z.number().int().min(0).max(MOST_LEVEL),
  { decode: Number, encode: (level) => level },
);

/** What is known of the person. `rdbretention`: so many days back an account sees recordings, tracks, events, logs and reports; 0: all. */
export const accountFields = {
  editingPermission: levelNumber,
  editingGroupid: groupNumber,
  expirydate: expiryDay,
  rdbretention: z.number().int().min(0).max(36_500),
  maplocation: mapPlace,
  mail1: plain(254).refine(isAddress, 'This is no mail address.'),
  phone: plain(40),
  extuser: plain(128),
  /** SECRET_MASK keeps the one that there is. */
  extpass: plain(128),
  memo: plain(500),
};

export const userRow = z.object({
  name: userName,
  /** The number of a permission set; 0 holds every right. */
  permission: z.number().int().min(0),
  /** '' where it has none. */
  groupid: z.string(),
  /** How many groups it has besides, given by command line. Saving a group takes them away. */
  othergroups: z.number().int().min(0),
  /** It has rights of its own, given by command line, in the place of those of its permission set. Saving another permission takes them away. */
  ownrights: z.boolean(),
  expirydate: z.string(),
  rdbretention: z.number().int(),
  maplocation: z.string(),
  mail1: z.string(),
  phone: z.string(),
  memo: z.string(),
  extuser: z.string(),
  /** SECRET_MASK where one is set, else ''. */
  extpass: z.string(),
  updatetime,
  /** Who changed it last; '' since this is kept nobody. */
  updateby: z.string(),
  /** When it signed in last; 0: not since this is kept. */
  logintime: wireSeconds,
});
export type UserRow = z.output<typeof userRow>;

const exampleFields = {
  editingPermission: 2,
  editingGroupid: '1',
  expirydate: '2030-12-31',
  rdbretention: 30,
  maplocation: '24.07,120.52',
  mail1: 'ann@example.org',
  phone: '+886 2 1234',
  extuser: '',
  extpass: '',
  memo: 'Night shift',
};

export const postUserList = call({
  method: 'POST',
  path: '/gkserver/userlist',
  right: 'admin',
  audit: 'reads',
  input: z.object(bodyCredentials),
  reply: z.array(userRow),
  about: 'The accounts of this server, by name. A user not named admin sees no level-0 accounts but its own.',
  example: {
    input: {},
    reply: [
      {
        name: 'ann',
        permission: 2,
        groupid: '1',
        othergroups: 0,
        ownrights: false,
        expirydate: '2030-12-31',
        rdbretention: 30,
        maplocation: '24.07,120.52',
        mail1: 'ann@example.org',
        phone: '+886 2 1234',
        memo: 'Night shift',
        extuser: '',
        extpass: '',
        updatetime: 1_790_000_000,
        updateby: 'admin',
        logintime: 1_790_000_000,
      },
    ],
  },
});

const saved = outcome.extend({ updatetime });

export const postAccount = call({
  method: 'POST',
  path: '/gkserver/account',
  right: 'admin',
  audit: { action: 'Add account', secret: { password: true, editingPW: true, extpass: true } },
  input: z.object({
    ...bodyCredentials,
    editingName: newUserName,
    editingPW: newPasswordHash,
    editingChangingPassword: z.boolean().default(true),
    ...accountFields,
    expirydate: expiryDay.default(''),
    rdbretention: accountFields.rdbretention.default(0),
    maplocation: mapPlace.default(''),
    mail1: accountFields.mail1.default(''),
    phone: accountFields.phone.default(''),
    extuser: accountFields.extuser.default(''),
    extpass: accountFields.extpass.default(''),
    memo: accountFields.memo.default(''),
  }),
  reply: saved,
  about: `Adds an account; editingPW is the documented hash. At most ${MAX_USERS}. Level 0 is made by the account admin alone, unless the deployment says elseAdmin.`,
  example: {
    input: { editingName: 'ann', editingPW: '0'.repeat(64), editingChangingPassword: true, ...exampleFields },
    reply: { hasError: 0, message: 'Save Success', updatetime: 1_790_000_000 },
  },
});

export const putAccount = call({
  method: 'PUT',
  path: '/gkserver/account',
  right: 'admin',
  audit: { action: 'Change account', secret: { password: true, editingPW: true, extpass: true } },
  input: z.object({
    ...bodyCredentials,
    editingName: userName,
    editingPW: newPasswordHash.optional(),
    editingChangingPassword: z.boolean().optional(),
    ...z.object(accountFields).partial().shape,
    resetLogintime: z.union([z.boolean(), z.literal(1), z.literal('1')]).optional(),
    ...seenUpdatetime,
  }),
  reply: saved,
  about:
    'Changes an account: what is left out stays. editingPW counts only with editingChangingPassword, and ends what the account has open. resetLogintime makes now the time of its last sign-in. 409 where somebody else changed it since `updatetime`.',
  example: {
    input: { editingName: 'ann', editingChangingPassword: false, ...exampleFields, updatetime: 1_790_000_000 },
    reply: { hasError: 0, message: 'Save Success', updatetime: 1_790_000_001 },
  },
});

export const deleteAccount = call({
  method: 'DELETE',
  path: '/gkserver/account',
  right: 'admin',
  audit: { action: 'Remove account', secret: { password: true } },
  input: z.object({ ...bodyCredentials, editingName: userName }),
  reply: outcome,
  about: 'Removes an account and ends what it has open. The account admin stays, and so does the own one.',
  example: { input: { editingName: 'ann' }, reply: { hasError: 0, message: 'Delete Success' } },
});

export type AccountRules = {
  /** Names that are taken; of an account that is changed, none. */
  readonly taken: ReadonlySet<string>;
  readonly strict: boolean;
};

/**
 * The form of an account: its fields with a password in clear and its repetition, which the call has as one hash. The password counts only
 * while `editingChangingPassword` is on.
 */
export const accountForm = ({ taken, strict }: AccountRules) =>
  z
    .object({
      editingName: newUserName,
      editingChangingPassword: z.boolean().default(false),
      password: z.string().max(200).default(''),
      repeat: z.string().default(''),
      ...accountFields,
      updatetime: updatetime.optional(),
    })
    .superRefine(({ editingName, editingChangingPassword, password, repeat }, context) => {
      const refuse = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message });
      if (taken.has(editingName.toLowerCase())) refuse('editingName', 'There is an account of this name already.');
      if (!editingChangingPassword) return;
      if (password === '') refuse('password', 'Enter a password.');
      else if (strict && strictPasswordFaults(password, editingName).length > 0)
        refuse('password', STRICT_PASSWORD_RULE);
      if (repeat !== password) refuse('repeat', 'Incorrect');
    });
export type AccountDraft = z.output<ReturnType<typeof accountForm>>;
export const STRICT_PASSWORD_RULE =
  'At least 8 characters, with lowercase and uppercase letters and a digit or one of @ # $ % ^ & + =, and without the user name.';
