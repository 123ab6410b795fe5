// A certificate of Let's Encrypt, or of another authority that speaks ACME: getting it, renewing it, and what came of it.
import {
  CERTBOT_BUSY,
  getCertbot,
  getCertificateState,
  type ReplyOf,
  postCertbot,
  putCertbot,
} from '@outrider/contract';
import { type ReactElement, useState } from 'react';
import { useFreshCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { CertificateInUse } from './ssl-tab.tsx';
import { Standing } from './standing.tsx';
import styles from './certbot.module.css';

const after = [getCertbot, getCertificateState];

const Certbot = ({ last }: { last: ReplyOf<typeof getCertbot> }): ReactElement => {
  const [domains, setDomains] = useState(last.domains);
  const [email, setEmail] = useState(last.email);
  const get = useSave(postCertbot, after);
  const renew = useSave(putCertbot, after);
  const busy = get.isPending || renew.isPending;
  const newest = get.submittedAt > renew.submittedAt ? get : renew;
  const text = t(busy ? CERTBOT_BUSY : (newest.error?.message ?? last.text));
  return (
    <>
      <form
        className={styles.order}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          get.mutate({ domains, email });
        }}
      >
        <p className="soft">
          {t(
            'The authority asks for each name at port 80, which must lead here. The certificate counts at once and is renewed 30 days before it ends. By trying you accept the terms of the authority.',
          )}
        </p>
        <Field
          label={t('Domains')}
          value={domains}
          onChange={(event) => setDomains(event.currentTarget.value)}
          autoComplete="off"
        />
        <Field
          label={t('Email')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          autoComplete="off"
        />
        <div className={styles.buttons}>
          <Button type="submit" look="primary" disabled={busy || domains.trim() === '' || email.trim() === ''}>
            {t('Try get')}
          </Button>
          <Button disabled={busy} onClick={() => renew.mutate({})}>
            {t('Renew')}
          </Button>
        </div>
      </form>
      <Standing title={t('Last answer')} trouble="">
        <output>{text}</output>
        {!busy && last.time > 0 && <p className="soft">{formatDateTime(last.time)}</p>}
      </Standing>
      <CertificateInUse />
    </>
  );
};

export const CertbotTab = (): ReactElement => {
  const { data, error, refetch } = useFreshCall(getCertbot, {});
  if (data === undefined)
    return error === null ? <Skeleton rows={4} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Certbot last={data} />;
};
