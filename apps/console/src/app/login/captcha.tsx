// The image captcha of the sign-in form: picture, answer, a new picture. The server checks the answer.
import { getCaptchaImage } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './login.module.css';

type CaptchaProps = { answer: string; onAnswer: (answer: string, id: string) => void };

export const Captcha = ({ answer, onAnswer }: CaptchaProps): ReactElement => {
  const image = useCall(getCaptchaImage, {});
  const id = image.data?.id ?? '';
  return (
    <div className={styles.captcha}>
      <Field
        label={t('Verification code')}
        name="captcha"
        autoComplete="off"
        maxLength={5}
        value={answer}
        onChange={(event) => onAnswer(event.target.value, id)}
      />
      {image.data !== undefined && (
        <img alt={t('Verification code picture')} src={`data:image/svg+xml,${encodeURIComponent(image.data.svg)}`} />
      )}
      <Button
        look="bare"
        icon="refresh"
        aria-label={t('New verification code')}
        onClick={() => {
          onAnswer('', '');
          void image.refetch();
        }}
      />
    </div>
  );
};
