// The gate around a screen: applies the rule of gate-rule.ts to the session and the route's row.
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { deployment } from '../lib/deployment.ts';
import { usePhone } from '../lib/device-kind.ts';
import { t } from '../lib/i18n.ts';
import { useOwnHost } from '../lib/own-host.ts';
import { usePreference } from '../lib/preferences.ts';
import { useResuming } from '../live/resume.ts';
import { useSession } from '../live/session.ts';
import type { Gate as GateRow } from '../screens/route.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/states.tsx';
import { gateStep, mayOpen } from './gate-rule.ts';

const Hint = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Dialog
    title={t('Not available here')}
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        {t('OK')}
      </Button>
    }
  >
    {deployment.disabledHint}
  </Dialog>
);

const LOGIN = '/login';

/** Where a refused page led: the hint was shown there, once is enough. */
const HINTED = { hinted: true };
const wasHinted = (state: unknown): boolean => typeof state === 'object' && state !== null && 'hinted' in state;

/** Draws the screen only for those who may see it; every redirect replaces the history entry. */
export const Gate = ({ screen, children }: { screen: GateRow; children: ReactNode }): ReactElement => {
  const session = useSession((s) => s);
  const [autoLogin] = usePreference('AutoLogin');
  const [hintSeen, setHintSeen] = useState(false);
  const { state, pathname, search, hash } = useLocation();
  const phone = usePhone();
  const ownHost = useOwnHost();
  const { loginFlag } = session;
  // Who signs out is done here; who came without a sign-in, or whose sign-in was ended, comes back.
  const [wasIn, setWasIn] = useState(loginFlag === 1);
  if (loginFlag === 1 && !wasIn) setWasIn(true);
  const left = wasIn && loginFlag === 0;
  const step = gateStep({
    autoLogin,
    loginFlag,
    resuming: useResuming(),
    allowed: mayOpen({ level: session.level, rights: session.rights, ownHost }, screen),
    otherwise: screen.otherwise ?? '/',
    onPhone: screen.onPhone,
    phone,
  });
  if (step.kind === 'wait') return <Skeleton />;
  if (step.kind === 'show') return <>{children}</>;
  const hinting = step.refused && deployment.disabledHint !== '';
  if (hinting && !hintSeen && !wasHinted(state)) return <Hint onClose={() => setHintSeen(true)} />;
  if (step.to === LOGIN)
    return <Navigate to={LOGIN} replace state={left ? null : { wanted: { pathname, search, hash } }} />;
  return <Navigate to={step.to} replace state={hinting ? HINTED : null} />;
};
