// The gate around a screen: applies the rule of gate-rule.ts to the session and the route's row.
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Navigate } from 'react-router';
import { deployment } from '../lib/deployment.ts';
import { usePhone } from '../lib/device-kind.ts';
import { t } from '../lib/i18n.ts';
import { usePreference } from '../lib/preferences.ts';
import type { ScreenRoute } from '../lib/screen-route.ts';
import { mapEnabled, mayDo, useSession } from '../live/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/states.tsx';
import { gateStep } from './gate-rule.ts';

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

/** Draws the screen only for those who may see it; every redirect replaces the history entry. */
export const Gate = ({ screen, children }: { screen: ScreenRoute; children: ReactNode }): ReactElement => {
  const session = useSession((s) => s);
  const [autoLogin] = usePreference('AutoLogin');
  const [hintSeen, setHintSeen] = useState(false);
  const phone = usePhone();
  const isMap = screen.path === '/';
  const step = gateStep({
    autoLogin,
    loginFlag: session.loginFlag,
    allowed: isMap ? mapEnabled(session) : mayDo(session, screen.right),
    otherwise: screen.otherwise ?? '/',
    onPhone: screen.onPhone,
    phone,
  });
  if (step.kind === 'wait') return <Skeleton />;
  if (step.kind === 'show') return <>{children}</>;
  const disabledHere =
    step.refused && (deployment.disabledRights.includes(screen.right) || (isMap && deployment.disableMap));
  if (disabledHere && deployment.disabledHint !== '' && !hintSeen) return <Hint onClose={() => setHintSeen(true)} />;
  return <Navigate to={step.to} replace />;
};
