// A text message that tries what is typed: from this browser, so that it works before anything is saved. With the mask in the place of the
// key the server sends it, which alone knows the key.
import { isSmsHost, postSmsTest, SECRET_MASK, SMS_FROM, smsMessage, smsReasonOf, smsRequest } from '@outrider/contract';
import type { SmsMessage, SmsSettings } from '@outrider/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { noToast } from '../../lib/refusals.ts';
import { postElsewhere } from '../../lib/send-elsewhere.ts';
import { send } from '../../lib/send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './mail.module.css';

type Config = SmsSettings['config'];

const byBrowser = async (config: Config, message: SmsMessage): Promise<void> => {
  const { status, text } = await postElsewhere(smsRequest(config, message));
  if (status < 200 || status >= 300) throw new Error(smsReasonOf(status, text));
};

const byServer = async (message: SmsMessage): Promise<void> => {
  try {
    await send(postSmsTest, message);
  } catch (error) {
    noToast(error); // the alert says it
    throw error;
  }
};

/** Why it cannot be tried as it is typed; undefined where it can. */
const obstacleOf = (draft: Config, saved: Config): string | undefined => {
  if (draft.baseurl === '' || draft.apikey === '') return t('Type the base URL and the API key.');
  const isSaved = draft.baseurl === saved.baseurl;
  // The server sends to what is saved, and a page may ask the provider's own hosts and the saved one alone.
  if (!isSaved && (draft.apikey === SECRET_MASK || !isSmsHost(draft.baseurl))) return t('Save first');
  return undefined;
};

type ResultProps = { words: string; onClose: () => void };
const Result = ({ words, onClose }: ResultProps): ReactElement => (
  <Dialog
    title={t('Test message')}
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        {t('OK')}
      </Button>
    }
  >
    <p role="alert">{words}</p>
  </Dialog>
);

export const SmsTest = ({ draft, saved }: { draft: Config; saved: Config }): ReactElement => {
  const id = useId();
  const [typed, type] = useState<SmsMessage>({ to: '', from: SMS_FROM, text: t('Test') });
  const message = smsMessage.safeParse(typed).data;
  const obstacle = obstacleOf(draft, saved);
  const test = useMutation({
    mutationFn: (asked: SmsMessage) => (draft.apikey === SECRET_MASK ? byServer(asked) : byBrowser(draft, asked)),
  });
  const field = (key: keyof SmsMessage, label: string, help?: string): ReactElement => (
    <Field
      label={label}
      help={help}
      value={typed[key]}
      autoComplete="off"
      onChange={(event) => type({ ...typed, [key]: event.currentTarget.value })}
    />
  );
  return (
    <form
      className={styles.test}
      aria-labelledby={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (message !== undefined && obstacle === undefined) test.mutate(message);
      }}
    >
      <h2 id={id}>{t('Try it')}</h2>
      <p className="soft">
        {t(
          'A text message is sent by what is typed above. While the API key is shown as asterisks the server sends it.',
        )}
      </p>
      <div className={styles.line}>
        {field('to', t('Telephone number'), t('With the code of the country, like +886912345678.'))}
        {field('from', t('Sender'))}
        {field('text', t('Text'))}
        <Button type="submit" busy={test.isPending} disabled={message === undefined || obstacle !== undefined}>
          {t('Send test message')}
        </Button>
      </div>
      {obstacle !== undefined && <p>{obstacle}</p>}
      {test.isSuccess && <Result words={t('success')} onClose={test.reset} />}
      {test.isError && <Result words={t('error: {reason}', { reason: t(test.error.message) })} onClose={test.reset} />}
    </form>
  );
};
