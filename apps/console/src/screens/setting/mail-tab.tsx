// The mail server that mails are sent by, and a mail that tries it as it is saved.
import { type MailSender, mailAddress, mailSetting, postMailTest, SECRET_MASK } from '@outrider/contract';
import { type ReactElement, useId, useState } from 'react';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './mail.module.css';

type Security = '0' | '1' | '2';
const usualPorts: Readonly<Record<Security, number>> = { '0': 587, '1': 465, '2': 25 };
/** A port that somebody typed stays. */
const isUsual = (port: number): boolean => [25, 465, 587].includes(port);

const authOptions = (): { value: MailSender['auth']; name: string }[] => [
  { value: '0', name: 'MD5' },
  { value: '1', name: t('NONE') },
  { value: '2', name: 'PLAIN' },
  { value: '3', name: 'LOGIN' },
];

/**
 * A password that was kept for one server is not kept for another one, nor for none: where nobody signs in it goes, since there is no row, or no
 * reason, to type it in again.
 */
const keepsPassword = ({ auth, server, pass }: MailSender): boolean =>
  auth !== '1' && (server !== '' || pass !== SECRET_MASK);

const MailTest = (): ReactElement => {
  const id = useId();
  const [receiver, setReceiver] = useState('');
  const test = useSave(postMailTest);
  const isAddress = mailAddress.safeParse(receiver).success;
  const failure = test.error?.message ?? (test.data?.hasError === 1 ? test.data.message : undefined);
  return (
    <form
      className={styles.test}
      aria-labelledby={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isAddress) test.mutate({ testreceiver: receiver });
      }}
    >
      <h2 id={id}>{t('Try it')}</h2>
      <p className="soft">{t('A mail is sent by the mail server as it is saved.')}</p>
      <div className={styles.line}>
        <Field
          label={t('Test receiver')}
          value={receiver}
          onChange={(event) => setReceiver(event.currentTarget.value)}
          autoComplete="off"
        />
        <Button type="submit" busy={test.isPending} disabled={!isAddress}>
          {t('Send test mail')}
        </Button>
      </div>
      {failure !== undefined && <p role="alert">{t(failure)}</p>}
      {test.data?.hasError === 0 && <output>{t(test.data.message)}</output>}
    </form>
  );
};

export const MailTab = (): ReactElement => (
  <SettingPanel
    setting={mailSetting}
    intro={
      <p className="soft">
        {t('Mails of plans for events and of reports are sent by this server. Without a server nothing is sent.')}
      </p>
    }
    asked={(draft) => (keepsPassword(draft.mail) ? draft : { ...draft, mail: { ...draft.mail, pass: '' } })}
    rows={[
      { control: 'text', key: 'mail.server', label: t('Mail server') },
      [
        {
          control: 'select',
          key: 'mail.security',
          label: t('Security'),
          options: [
            { value: '0', name: 'STARTTLS 25/587' },
            { value: '1', name: 'TLS 465' },
            { value: '2', name: t('NONE') },
          ],
          follow: ({ mail }) => (isUsual(mail.port) ? { mail: { ...mail, port: usualPorts[mail.security] } } : {}),
        },
        { control: 'number', key: 'mail.port', label: t('Port') },
      ],
      {
        control: 'select',
        key: 'mail.auth',
        label: t('Authentication'),
        options: authOptions(),
      },
      [
        {
          control: 'text',
          key: 'mail.user',
          label: t('User'),
          autoComplete: 'off',
          when: ({ mail }) => mail.auth !== '1',
        },
        {
          control: 'password',
          key: 'mail.pass',
          label: t('Password'),
          autoComplete: 'new-password',
          when: ({ mail }) => mail.auth !== '1',
        },
      ],
      [
        { control: 'text', key: 'mail.from', label: t('Address of the sender') },
        { control: 'text', key: 'mail.name', label: t('Name of the sender') },
      ],
    ]}
  >
    <MailTest />
  </SettingPanel>
);
