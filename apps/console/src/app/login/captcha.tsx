// The image captcha of the sign-in form: picture, answer, a new picture. The server checks the answer.
import { getCaptchaImage } from '@outrider/contract';
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './login.module.css';

type CaptchaProps = {
  answer: string;
  onAnswer: (answer: string, id: string) => void;
  /** Counts the attempts that failed: each used its picture up, right or wrong. */
  failures: number;
};

export const Captcha = ({ answer, onAnswer, failures }: CaptchaProps): ReactElement => {
  const image = useCall(getCaptchaImage, {});
  const { refetch } = image;
  const id = image.data?.id ?? '';
  useEffect(() => {
    if (failures > 0) void refetch();
  }, [failures, refetch]);
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
          void refetch();
        }}
      />
    </div>
  );
};
