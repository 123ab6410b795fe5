// The change of the own password: from the user menu, and at sign-in after an expired one, where a click outside keeps it open.
import { passwordChange, strictPasswordFaults } from '@outrider/contract';
import type { PasswordFault } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { deployment } from '../../../lib/deployment.ts';
import { t } from '../../../lib/i18n.ts';
import { hashPassword } from '../../../lib/password-hash.ts';
import { sessionStore } from '../../../live/session.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { showFailure } from '../../../ui/toast.ts';
import type { OverlayProps } from '../../../parts/overlay-store.ts';
import styles from './change-password.module.css';
import { savePassword } from './save-password.ts';
import type { PasswordOwner } from './save-password.ts';

const faultText = (fault: PasswordFault): string =>
  ({
    length: t('At least 8 characters'),
    letters: t('Lowercase and uppercase letters'),
    digits: t('A digit or one of @ # $ % ^ & + ='),
    characters: t('Only letters, digits and @ # $ % ^ & + ='),
    name: t('Not the user name'),
  })[fault];

/** What the stricter deployment misses in a new password; nothing before one is typed. */
const Warnings = ({ password, userName }: { password: string; userName: string }): ReactElement | null => {
  const faults = deployment.strictPassword && password !== '' ? strictPasswordFaults(password, userName) : [];
  if (faults.length === 0) return null;
  return (
    <div className={styles.warnings} role="alert">
      <strong>{t('The new password needs:')}</strong>
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{faultText(fault)}</li>
        ))}
      </ul>
    </div>
  );
};

const ByLink = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Dialog
    title={t('Change password')}
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        {t('OK')}
      </Button>
    }
  >
    {t('You signed in by a link. To change the password, sign out and sign in with user name and password.')}
  </Dialog>
);

const useChange = ({ userName, passwordHash }: PasswordOwner, { expired, onClose }: OverlayProps<'changePassword'>) => {
  // Where the sign-in went on after a reload nothing is there to compare with: the server says whether it is right.
  const isCurrent = (password: string): boolean =>
    passwordHash === '' || hashPassword(password) === passwordHash.toUpperCase();
  return useForm({
    of: { input: passwordChange({ userName, isCurrent, strict: deployment.strictPassword }) },
    start: { current: '', next: '', repeat: '' },
    rows: [
      { control: 'password', key: 'current', label: t('Current password'), autoComplete: 'current-password' },
      {
        control: 'own',
        key: 'next',
        label: t('New password'),
        // What is wrong with it is a list, in the place of a line under the field.
        draw: ({ label, value, onChange }) => (
          <Field
            label={label}
            type="password"
            autoComplete="new-password"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ),
      },
      { control: 'note', draw: ({ next }) => <Warnings password={next} userName={userName} /> },
      { control: 'password', key: 'repeat', label: t('Repeat the new password'), autoComplete: 'new-password' },
    ],
    save: async ({ current, next }) => {
      await savePassword(next, { userName, passwordHash: passwordHash || hashPassword(current) }, expired);
      if (expired !== undefined) onClose();
    },
    refused: (error) => {
      showFailure(t('Password not changed'), error);
      return '';
    },
  });
};

export const ChangePasswordModal = (props: OverlayProps<'changePassword'>): ReactElement => {
  const { expired, onClose } = props;
  const [owner] = useState(() => expired ?? sessionStore.getState());
  const byLink = owner.passwordHash === '' && !('resumed' in owner && owner.resumed);
  const form = useChange(owner, props);
  if (byLink) return <ByLink onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t('Change password')}
      saveText={t('Save')}
      onClose={onClose}
      fixed={expired !== undefined}
      focused
      intro={
        <>
          <p className="soft">
            {expired === undefined
              ? t('Afterwards you sign in again with the new password.')
              : t('The password of {user} has expired. Choose a new one to sign in.', { user: owner.userName })}
          </p>
          {/* So that a password manager knows whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={owner.userName} readOnly hidden />
        </>
      }
    />
  );
};
