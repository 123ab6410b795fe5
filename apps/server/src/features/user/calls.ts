// The accounts on the wire: POST /gkserver/userlist, and POST, PUT and DELETE of /gkserver/account. The rules are editing.ts.
import {
  type InputOf,
  SECRET_MASK,
  type UserRow,
  deleteAccount,
  postAccount,
  postUserList,
  putAccount,
} from '@outrider/contract';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { AccountEditor } from './editing.ts';
import type { User, UserChange } from './service.ts';

const DAY_MS = 86_400_000;

/** An account counts until the end (UTC) of its last day. */
const dayOf = (expiresMs: number | null): string =>
  expiresMs === null ? '' : new Date(expiresMs - 1).toISOString().slice(0, 'YYYY-MM-DD'.length);
const endOfDay = (day: string): number | null => (day === '' ? null : Date.parse(`${day}T00:00:00Z`) + DAY_MS);
const saved = (updatetime: number) => ({ hasError: 0 as const, message: 'Save Success', updatetime });
const masked = (secret: string): string => (secret === '' ? '' : SECRET_MASK);

const rowOf = (user: User): UserRow => ({
  name: user.name,
  permission: user.level,
  groupid: String(user.groupIds[0] ?? ''),
  othergroups: Math.max(0, user.groupIds.length - 1),
  ownrights: user.setId === null,
  expirydate: dayOf(user.expiresMs),
  rdbretention: user.retentionDays,
  maplocation: user.mapPlace,
  mail1: user.mail,
  phone: user.phone,
  memo: user.memo,
  extuser: user.extUser,
  extpass: masked(user.extPass),
  updatetime: user.updatedMs,
  updateby: user.updatedBy,
  logintime: user.signedInMs ?? 0,
});

/** In the form of a save. */
const presentOf = (user: User): Record<string, unknown> => {
  const { name, permission, groupid, expirydate, rdbretention, maplocation, mail1, phone, memo, extuser, extpass } =
    rowOf(user);
  return {
    editingName: name,
    editingPermission: permission,
    editingGroupid: groupid,
    expirydate,
    rdbretention,
    maplocation,
    mail1,
    phone,
    memo,
    extuser,
    extpass,
  };
};

type Sent = InputOf<typeof putAccount>;
const given = <K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not follow a computed name
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: V };

/** What a save says of the person and of how far back the account may look. */
const profileOf = ({ rdbretention, maplocation, mail1, phone, memo, extuser, extpass }: Sent): UserChange => ({
  ...given('retentionDays', rdbretention),
  ...given('mapPlace', maplocation),
  ...given('mail', mail1),
  ...given('phone', phone),
  ...given('memo', memo),
  ...given('extUser', extuser),
  ...given('extPass', extpass === SECRET_MASK ? undefined : extpass),
});

/** A permission that is chosen takes the account's own rights away; the group that it has first, saved again, leaves the others. */
const changeOf = (sent: Sent, user: User): UserChange => {
  const { editingPermission: level, editingGroupid, expirydate, editingChangingPassword, editingPW } = sent;
  const isOther = level !== undefined && level !== user.level;
  const groupId = Number(editingGroupid);
  return {
    ...profileOf(sent),
    ...(isOther ? { level, rights: null } : {}),
    ...(editingGroupid === undefined || groupId === user.groupIds[0] ? {} : { groupIds: [groupId] }),
    ...(expirydate === undefined || expirydate === dayOf(user.expiresMs) ? {} : { expiresMs: endOfDay(expirydate) }),
    ...(editingChangingPassword === true ? given('passwordHash', editingPW) : {}),
  };
};

const isMoreThanSignIn = ({ resetLogintime: _reset, editingName: _name, updatetime: _seen, ...sent }: Sent): boolean =>
  Object.keys(sent).some((field) => field !== 'username' && field !== 'password');

export const accountCalls = (accounts: AccountEditor): CallHandler[] => [
  handle(postUserList, (caller) => accounts.list(caller).map(rowOf)),
  handle(postAccount, async (caller, sent) => {
    const user = await accounts.add(caller, {
      ...profileOf({ ...sent, extpass: sent.extpass === SECRET_MASK ? '' : sent.extpass }),
      name: sent.editingName,
      passwordHash: sent.editingPW,
      level: sent.editingPermission,
      rights: null,
      expiresMs: endOfDay(sent.expirydate),
      groupIds: [Number(sent.editingGroupid)],
    });
    return saved(user.updatedMs);
  }),
  handle(putAccount, async (caller, sent, { note }) => {
    const user = accounts.find(caller, sent.editingName);
    note?.({ before: { ...presentOf(user), extpass: undefined } });
    if (sent.resetLogintime !== undefined && sent.resetLogintime !== false)
      await accounts.signedInNow(caller, sent.editingName);
    if (!isMoreThanSignIn(sent)) return saved(user.updatedMs);
    const { updatedMs } = await accounts.change(caller, sent.editingName, (now) => changeOf(sent, now), {
      seenMs: sent.updatetime,
      present: presentOf,
    });
    return saved(updatedMs);
  }),
  handle(deleteAccount, async (caller, { editingName }, { note }) => {
    const { extpass: _secret, ...before } = presentOf(accounts.find(caller, editingName));
    note?.({ before });
    await accounts.remove(caller, editingName);
    return { hasError: 0 as const, message: 'Delete Success' };
  }),
];
