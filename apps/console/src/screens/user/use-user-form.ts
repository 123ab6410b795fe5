// The form of an account: how it begins, its rows, and what is sent of it.
import {
  type AccountDraft as UserDraft,
  FIRST_ADMIN,
  type InputOf,
  MAX_USERS,
  TOO_MANY_USERS,
  type UserRow,
  accountForm,
  postAccount,
  putAccount,
} from '@outrider/contract';
import { useMemo } from 'react';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { hashPassword } from '../../lib/password-hash.ts';
import { send } from '../../lib/send.ts';
import type { Rows } from '../../parts/form/row.ts';
import { type Form, useForm } from '../../parts/form/use-form.ts';

type Choice<V> = { value: V; name: string };
export type UserChoices = { permissions: readonly Choice<number>[]; groups: readonly Choice<string>[] };

const startOf = (row: UserRow | undefined, groups: UserChoices['groups']): UserDraft => ({
  editingName: row?.name ?? '',
  editingChangingPassword: row === undefined,
  password: '',
  repeat: '',
  editingPermission: row?.permission ?? (deployment.peerToPeer ? 1 : 2),
  // Level 0 sees every device whatever its group: the first one may stand there. To anybody else a group gives devices.
  editingGroupid: row?.groupid === '' && row.permission === 0 ? (groups[0]?.value ?? '') : (row?.groupid ?? ''),
  expirydate: row?.expirydate ?? '',
  rdbretention: row?.rdbretention ?? 0,
  maplocation: row?.maplocation ?? '',
  mail1: row?.mail1 ?? '',
  phone: row?.phone ?? '',
  extuser: row?.extuser ?? '',
  extpass: row?.extpass ?? '',
  memo: row?.memo ?? '',
  updatetime: row?.updatetime,
});

const isChanging = ({ editingChangingPassword }: UserDraft): boolean => editingChangingPassword;

const signInRows = (row: UserRow | undefined): Rows<UserDraft> => [
  ...(row === undefined
    ? [{ control: 'text', key: 'editingName', label: t('Name') } as const]
    : [{ control: 'checkbox', key: 'editingChangingPassword', label: t('Change password') } as const]),
  {
    control: 'password',
    key: 'password',
    label: t('Password'),
    autoComplete: 'new-password',
    when: isChanging,
  },
  { control: 'password', key: 'repeat', label: t('Repeat password'), autoComplete: 'new-password', when: isChanging },
];

const personRows = (): Rows<UserDraft> => [
  { control: 'text', key: 'expirydate', label: t('Expires'), help: t('Last day, YYYY-MM-DD; empty for never.') },
  {
    control: 'number',
    key: 'rdbretention',
    label: t('Days back'),
    unit: t('days'),
    help: t('How far back recordings, tracks, events and reports are shown; 0 for all.'),
  },
  { control: 'text', key: 'maplocation', label: t('Map location'), help: t('Where the map begins: 24.07,120.52') },
  { control: 'text', key: 'mail1', label: t('Mail') },
  { control: 'text', key: 'phone', label: t('Phone') },
  { control: 'textarea', key: 'memo', label: t('Memo'), rows: 2 },
  { control: 'text', key: 'extuser', label: t('External user') },
  { control: 'password', key: 'extpass', label: t('External password'), autoComplete: 'new-password' },
];

/** What both calls take; the password goes as its hash, and only where it is to change. */
const fieldsOf = ({ password, repeat: _repeat, updatetime: _seen, ...fields }: UserDraft) => ({
  ...fields,
  ...(fields.editingChangingPassword ? { editingPW: hashPassword(password) } : {}),
});

const save = async (draft: UserDraft, isNew: boolean): Promise<{ updatetime: number }> => {
  const { updatetime, editingChangingPassword } = draft;
  const { editingPW = '', ...fields } = fieldsOf(draft);
  if (isNew) return send(postAccount, { ...fields, editingPW });
  const change: InputOf<typeof putAccount> = { ...fields, ...(editingChangingPassword && { editingPW }), updatetime };
  return send(putAccount, change);
};

type UserFormOptions = UserChoices & {
  row: UserRow | undefined;
  rows: readonly UserRow[];
  /** What the account would see, in words. */
  sees: Rows<UserDraft>;
  onSaved: () => void;
};

export const useUserForm = ({ row, rows, permissions, groups, sees, onSaved }: UserFormOptions): Form => {
  const isNew = row === undefined;
  const rules = useMemo(() => {
    const taken = new Set(isNew ? rows.map(({ name }) => name.toLowerCase()) : []);
    const form = accountForm({ taken, strict: deployment.strictPassword });
    const isFull = isNew && rows.length >= MAX_USERS;
    const input = isFull ? form.refine(() => false, TOO_MANY_USERS) : form;
    return { input };
  }, [isNew, rows]);
  const known = [{ value: '', name: t('Choose a group') }, ...groups];
  return useForm<UserDraft>({
    of: rules,
    start: startOf(row, groups),
    edits: !isNew,
    ...(row?.name === FIRST_ADMIN ? { fixed: { editingPermission: t('the product') } } : {}),
    rows: [
      ...signInRows(row),
      { control: 'select', key: 'editingPermission', label: t('Permission'), options: permissions },
      { control: 'select', key: 'editingGroupid', label: t('Group'), options: known },
      ...sees,
      ...personRows(),
    ],
    save: async (draft) => {
      const saved = await save(draft, isNew);
      onSaved();
      return saved;
    },
  });
};
