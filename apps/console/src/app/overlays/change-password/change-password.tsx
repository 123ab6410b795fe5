// The change of the own password: from the user menu, and at sign-in after an expired one, where a click outside keeps it open.
import { useEffect, useId, useRef } from 'react';
import type { ReactElement } from 'react';
import type { PasswordFault } from '@outrider/contract';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import type { OverlayProps } from '../overlay-props.ts';
import styles from './change-password.module.css';
import { useChangePassword } from './use-change-password.ts';

const faultText = (fault: PasswordFault): string =>
  ({
    length: t('At least 8 characters'),
    letters: t('Lowercase and uppercase letters'),
    digits: t('A digit or one of @ # $ % ^ & + ='),
    characters: t('Only letters, digits and @ # $ % ^ & + ='),
    name: t('Not the user name'),
  })[fault];

const Warnings = ({ faults }: { faults: readonly PasswordFault[] }): ReactElement | null =>
  faults.length === 0 ? null : (
    <div className={styles.warnings} role="alert">
      <strong>{t('The new password needs:')}</strong>
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{faultText(fault)}</li>
        ))}
      </ul>
    </div>
  );

type State = ReturnType<typeof useChangePassword>;

const incorrect = (wrong: boolean): string | undefined => (wrong ? t('Incorrect') : undefined);

const Fields = ({ userName, draft, change, check }: Omit<State, 'save'>): ReactElement => {
  return (
    <>
      {/* So that a password manager knows whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <Field
        label={t('Current password')}
        type="password"
        autoComplete="current-password"
        value={draft.current}
        error={incorrect(check.currentWrong)}
        onChange={(event) => change({ current: event.target.value })}
      />
      <Field
        label={t('New password')}
        type="password"
        autoComplete="new-password"
        value={draft.next}
        onChange={(event) => change({ next: event.target.value })}
      />
      <Warnings faults={check.faults} />
      <Field
        label={t('Repeat the new password')}
        type="password"
        autoComplete="new-password"
        value={draft.repeat}
        error={incorrect(check.repeatWrong)}
        onChange={(event) => change({ repeat: event.target.value })}
      />
    </>
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

export const ChangePasswordModal = ({ expired, onClose }: OverlayProps<'changePassword'>): ReactElement => {
  const state = useChangePassword(expired, onClose);
  const form = useId();
  const drawn = useRef<HTMLFormElement>(null);
  useEffect(() => drawn.current?.querySelector<HTMLInputElement>('input[type=password]')?.focus(), []);
  if (!state.known) return <ByLink onClose={onClose} />;
  return (
    <Dialog
      title={t('Change password')}
      onClose={onClose}
      fixed={expired !== undefined}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={form} look="primary" busy={state.busy} disabled={!state.check.ready}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        ref={drawn}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void state.save();
        }}
      >
        <p className="soft">
          {expired === undefined
            ? t('Afterwards you sign in again with the new password.')
            : t('The password of {user} has expired. Choose a new one to sign in.', { user: state.userName })}
        </p>
        <Fields {...state} />
      </form>
    </Dialog>
  );
};
