// Who may talk, and where: secure pages and the right F_talk. Modals say in words what is missing; buttons are simply absent.
import type { ReactElement, ReactNode } from 'react';
import { isSecurePage } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useMay } from '../../live/session.ts';
import { EmptyState } from '../../ui/states.tsx';

/** Whether to offer talking with a device. */
export const useTalkOffered = (): boolean => useMay('F_talk') && isSecurePage();

/** Why there is no microphone on plain http, and what to do about it. */
export const SecurePageNeeded = (): ReactElement => (
  <EmptyState icon="lock" title={t('A secure page is needed')}>
    {t('Browsers give the microphone to https pages only. Open the console by https; its server gets there with')}{' '}
    <code className="text-nowrap">--tls self-signed</code> {t('or with certificate files.')}
  </EmptyState>
);

/** The content of a modal, or why there is none. */
export const TalkGate = ({ children }: { children: ReactNode }): ReactNode => {
  const may = useMay('F_talk');
  if (!may) return <EmptyState icon="micOff" title={t('This account may not talk to devices')} />;
  return isSecurePage() ? children : <SecurePageNeeded />;
};
