// Sign-in: name, password, what this deployment asks besides, and every failure in words. Shakes when refused.
import { useEffect, useState } from 'react';
import type { CSSProperties, ReactElement } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { deployment } from '../../lib/deployment.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { COMMAND_PORT_DEFAULT } from '../../lib/preferences.ts';
import { useOwnHost } from '../../lib/own-host.ts';
import { live } from '../../live/index.ts';
import { useResuming } from '../../live/resume.ts';
import { mapEnabled, sessionStore, useSession } from '../../live/session.ts';
import { screens } from '../../screens/index.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Captcha } from './captcha.tsx';
import { Languages } from './languages.tsx';
import styles from './login.module.css';
import { mayReturnTo, startPath, wantedOf } from './login-rules.ts';
import type { Wanted } from './login-rules.ts';
import { useLogin } from './use-login.ts';

/** Counts the refusals, loginFlag 0 to 2: each one shakes the form once. */
const useRefusals = (): number => {
  const [count, setCount] = useState(0);
  useEffect(
    () =>
      sessionStore.subscribe((now, before) => {
        if (before.loginFlag === 0 && now.loginFlag === 2) setCount((n) => n + 1);
      }),
    [],
  );
  return count;
};

/** A sign-in link carries a token pair and no name. */
const useLinkSignIn = (onFailure: (text: string) => void): void => {
  const [query] = useSearchParams();
  const h = query.get('h') ?? '';
  const e = query.get('e') ?? '';
  useEffect(() => {
    if (h === '' || e === '') return;
    const serverHost = globalThis.location.hostname;
    live()
      .account.signIn({ credentials: { h, e }, save: false, serverHost, serverPort: COMMAND_PORT_DEFAULT })
      .catch(() => onFailure(t('AuthFailed')));
    // The pair is used once, when the page opens; a new function for telling of the failure is no reason to use it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [h, e]);
};

type FormState = ReturnType<typeof useLogin>;

/** The cursor stands where typing goes on: in the name, or behind a name that is known. A phone's keyboard would cover the form. */
const Account = ({ draft, change }: Pick<FormState, 'draft' | 'change'>): ReactElement => {
  const typed = !usePhone();
  return (
    <>
      <Field
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is opened to type
        autoFocus={typed && draft.userName === ''}
        label={t('User name')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        value={draft.userName}
        onChange={(event) => change({ userName: event.target.value })}
      />
      <Field
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is opened to type
        autoFocus={typed && draft.userName !== ''}
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={draft.password}
        onChange={(event) => change({ password: event.target.value })}
      />
    </>
  );
};

const Address = ({ draft, change }: Pick<FormState, 'draft' | 'change'>): ReactElement => (
  <div className={styles.address}>
    <Field label={t('Server address')} value={draft.host} onChange={(event) => change({ host: event.target.value })} />
    <Field
      label={t('Port')}
      inputMode="numeric"
      value={draft.port}
      onChange={(event) => change({ port: event.target.value })}
    />
  </div>
);

const Brand = (): ReactElement => (
  <header className={styles.brand}>
    <img src={deployment.logo} alt="" width="44" height="44" />
    <h1>{deployment.productName}</h1>
  </header>
);

const Form = (): ReactElement => {
  const { draft, change, busy, problem, setProblem, press, captcha, failures, asksAddress, notice } = useLogin();
  const refusals = useRefusals();
  useLinkSignIn(setProblem);
  return (
    <form
      key={refusals}
      className={`${styles.card} ${refusals > 0 ? styles.shake : ''}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void press();
      }}
    >
      <Brand />
      {notice !== '' && <output className={styles.notice}>{t(notice)}</output>}
      <Account draft={draft} change={change} />
      {asksAddress && <Address draft={draft} change={change} />}
      {captcha && (
        <Captcha
          answer={draft.captcha}
          failures={failures}
          onAnswer={(answer, id) => change({ captcha: answer, captchaId: id })}
        />
      )}
      {!deployment.forceAutoLogin && (
        <CheckboxField label={t('Save password')} on={draft.save} onChange={(save) => change({ save })} />
      )}
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" look="primary" busy={busy} className={styles.submit ?? ''}>
        {t('Sign in')}
      </Button>
    </form>
  );
};

/** Quoted, so that no path can end the url() early. */
const backgroundOf = (path: string): CSSProperties =>
  path === '' ? {} : { backgroundImage: `url(${JSON.stringify(path)})` };

/** Where a signed-in user goes: to the address that led here, where he may open it, else to the start. */
const useNext = (): Wanted | string => {
  const session = useSession((s) => s);
  const phone = usePhone();
  const ownHost = useOwnHost();
  const wanted = wantedOf(useLocation().state);
  return wanted !== undefined && mayReturnTo(wanted, { ...session, ownHost }, screens)
    ? wanted
    : startPath(mapEnabled(session), phone);
};

/** The page /login. Who is signed in already goes on. */
export const LoginScreen = (): ReactElement => {
  const signedIn = useSession((s) => s.loginFlag === 1);
  const next = useNext();
  const resuming = useResuming();
  if (signedIn) return <Navigate to={next} replace />;
  if (resuming) return <Skeleton />;
  return (
    <main
      className={`${styles.page} ${deployment.backgroundImage === '' ? '' : styles.pictured}`}
      style={backgroundOf(deployment.backgroundImage)}
    >
      <div className={styles.frame}>
        {deployment.sideImage !== '' && (
          <div className={styles.side}>
            <img src={deployment.sideImage} alt="" />
          </div>
        )}
        <Form />
      </div>
      <Languages />
      <p className={styles.foot}>
        {[`${deployment.productName} ${deployment.version}`.trim(), t(deployment.contactHint)]
          .filter((line) => line !== '')
          .join(' · ')}
      </p>
    </main>
  );
};
