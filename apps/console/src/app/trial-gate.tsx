// The trial gate: over everything, when the trial is over by the server's clock. The browser's own clock may be wrong and decides
// nothing.
import type { ReactElement, ReactNode } from 'react';
import { deployment } from '../lib/deployment.ts';
import { t } from '../lib/i18n.ts';
import { useServerNow } from '../lib/server-clock.ts';
import { useSession } from '../live/session.ts';
import styles from './trial-gate.module.css';

/** A page that stays open learns the server's time when it signs in. */
const useTrialOver = (): boolean => {
  const known = useSession((s) => s.server !== undefined);
  const now = useServerNow();
  const { trial, trialOver, trialExpire } = deployment;
  return trial && (trialOver || (known && now >= trialExpire * 1000));
};

const Trial = ({ children }: { children: ReactNode }): ReactElement =>
  useTrialOver() ? <main className={styles.over}>{t('Sorry, Trial over expire date.')}</main> : <>{children}</>;

/** Costs nothing where there is no trial. */
export const TrialGate = ({ children }: { children: ReactNode }): ReactElement =>
  deployment.trial ? <Trial>{children}</Trial> : <>{children}</>;
