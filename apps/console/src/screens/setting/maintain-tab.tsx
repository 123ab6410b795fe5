// When the server starts again by itself: seven plans, when the next restart is, and what became of the last one.
import { getRestartPlanState, isMachinePlan, restartPlanSetting } from '@outrider/contract';
import type { ReplyOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { Standing } from './standing.tsx';

type State = ReplyOf<typeof getRestartPlanState>;

/** By their numbers. */
const planNames = (): string[] => [
  t('Do nothing'),
  t('PC restart daily'),
  t('PC restart weekly'),
  t('PC restart monthly'),
  t('Process restart daily'),
  t('Process restart weekly'),
  t('Process restart monthly'),
];
/** Plans of the machine, of the process, and none, as the specification has them. */
const ORDER = [1, 2, 3, 4, 5, 6, 0];

const planOptions = ({ machine }: Pick<State, 'machine'>) =>
  ORDER.map((value) => {
    const disabled = isMachinePlan(value) && !machine;
    const about = t('The configuration names no command for it (machineRestartCommand).');
    return { value, name: planNames()[value] ?? '', ...(disabled && { disabled, about }) };
  });

const moment = (ms: number): string => (ms === 0 ? '–' : formatDateTime(ms));

const Restarts = ({ next, last, failure }: State): ReactElement => (
  <Standing
    title={t('Restarts')}
    trouble={failure === '' ? '' : t('The last one failed: {reason}', { reason: t(failure) })}
  >
    <dl>
      <Fact name={t('Next restart')}>{moment(next)}</Fact>
      <Fact name={t('Last restart by plan')}>{moment(last)}</Fact>
    </dl>
  </Standing>
);

export const MaintainTab = (): ReactElement => {
  const { data, error, refetch } = useCall(getRestartPlanState, {});
  if (data === undefined)
    return error === null ? <Skeleton rows={4} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  return (
    <SettingPanel
      setting={restartPlanSetting}
      stale={[getRestartPlanState]}
      intro={
        <p className="soft">
          {t(
            'Each day, each Monday or on the first of the month, at a quiet hour (restartHour). People stay signed in; recorders and pictures come back by themselves.',
          )}
        </p>
      }
      rows={[{ control: 'radio', key: 'restartplan', label: t('Restart plan'), options: planOptions(data) }]}
    >
      <Restarts {...data} />
    </SettingPanel>
  );
};
