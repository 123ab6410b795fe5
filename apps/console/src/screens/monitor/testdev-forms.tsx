// What /testdev sends: bytes to the device, after a question, and an event that did not happen.
import { GPIO_BITS, eventRow, rawBytes } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Field, FieldGroup, TextAreaField } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Confirm } from '../../ui/question.tsx';
import styles from './testdev.module.css';
import type { Outcome, Trace } from './use-trace.ts';

type FormProps = { deviceId: string; connected: boolean; outcome: Outcome | undefined; send: Trace['send'] };

const Said = ({ outcome, done }: { outcome: Outcome | undefined; done: (text: string) => string }): ReactElement => (
  <output className={styles.outcome} data-ok={outcome?.ok}>
    {outcome === undefined ? '' : outcome.ok ? done(outcome.text) : t(outcome.text)}
  </output>
);

export const RawForm = ({ deviceId, connected, outcome, send }: FormProps): ReactElement => {
  const [bytes, setBytes] = useState('');
  const [asking, setAsking] = useState(false);
  const isWrong = bytes !== '' && !rawBytes.safeParse(bytes).success;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <h2>{t('Raw message')}</h2>
      <TextAreaField
        label={t('Bytes')}
        help={t('Hexadecimal. From 7E to 7E they go as they are; a message id and its body get their frame here.')}
        error={isWrong ? t('An even number of hexadecimal digits, at most 1200 bytes.') : undefined}
        value={bytes}
        onChange={setBytes}
      />
      <div className={styles.actions}>
        <Button type="submit" disabled={!connected || bytes === '' || isWrong}>
          {t('Send bytes')}
        </Button>
        <Said outcome={outcome} done={(text) => t('Sent: {text}', { text })} />
      </div>
      {asking && (
        <Confirm
          title={t('Send these bytes to {id}?', { id: deviceId })}
          confirmText={t('Send')}
          danger
          // The connection may have been lost while the question was open: then it says so, and stays.
          onConfirm={async () => {
            if (!send('DB2', { Z: bytes })) throw new Error('disconnected');
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('Nobody checks what they mean. A recorder may restart, forget its settings or become unreachable.')}</p>
          <code className={styles.bytes}>{bytes}</code>
        </Confirm>
      )}
    </form>
  );
};

const INPUTS = Array.from({ length: GPIO_BITS }, (_, gpio) => gpio);
const EXTERNAL_ALARM = 19;

export const EventForm = ({ connected, outcome, send }: FormProps): ReactElement => {
  const [on, setOn] = useState<readonly number[]>([]);
  const [code, setCode] = useState(EXTERNAL_ALARM);
  const [message, setMessage] = useState('');
  const isCode = Number.isInteger(code) && code >= 0 && code <= 65_535;
  const name = eventRow(code)?.name;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send('DB7', { R: INPUTS.map((gpio) => (on.includes(gpio) ? '1' : '0')).join(''), E: code, Z: message });
      }}
    >
      <h2>{t('Fake event')}</h2>
      <div className={styles.pair}>
        <NumberField
          label={t('Event code')}
          help={name === undefined ? t('No event of the catalogue') : t(name)}
          value={code}
          onChange={setCode}
        />
        <Field
          label={t('Message')}
          value={message}
          maxLength={200}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
      <FieldGroup label={t('Inputs that are on')}>
        <div className={styles.inputs}>
          {INPUTS.map((gpio) => (
            <CheckboxField
              key={gpio}
              label={t(`GPIO ${gpio}`)}
              on={on.includes(gpio)}
              onChange={(isOn) => setOn(isOn ? [...on, gpio] : on.filter((each) => each !== gpio))}
            />
          ))}
        </div>
      </FieldGroup>
      <div className={styles.actions}>
        <Button type="submit" disabled={!connected || !isCode}>
          {t('Make event')}
        </Button>
        <Said outcome={outcome} done={(text) => t('Stored as event {text}', { text })} />
      </div>
    </form>
  );
};
