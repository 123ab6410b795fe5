// Roll-outs with how many devices stand where, what can be done with each, and its devices one by one.
import {
  deleteFirmwareRollout,
  type FirmwareRollout,
  getFirmwareRollouts,
  getRolloutDevices,
  putFirmwareRollout,
} from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { NamedNumber } from '../../parts/device-names.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/question.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showFailure } from '../../ui/toast.ts';
import { WorkCard } from '../../ui/work-card.tsx';
import styles from './firmware.module.css';
import { rolloutText, stageText, updateText } from './update-words.ts';

const REFETCH_MS = 2000;
const AT_REST_MS = 15_000;

const Members = ({ rollout: { rolloutid, state } }: { rollout: FirmwareRollout }): ReactElement => {
  const refetchMs = state === 'running' ? REFETCH_MS : AT_REST_MS;
  const { data, error, refetch } = useCall(getRolloutDevices, { rolloutid }, { refetchMs });
  if (data === undefined)
    return error === null ? <Skeleton rows={3} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  return (
    <ul className={styles.members}>
      {data.map(({ deviceid, percent, step, reason, state: own }) => (
        <li key={deviceid}>
          <NamedNumber id={deviceid} />
          <span className="num">{`${percent} %`}</span>
          <span className={own === 'failed' ? styles.bad : 'soft'}>
            {own === 'planned'
              ? t('Its turn has not come')
              : step === '' && own === 'done'
                ? t('Done')
                : updateText(step, reason)}
          </span>
        </li>
      ))}
    </ul>
  );
};

type Action = 'pause' | 'resume' | 'begin' | 'end' | 'retry';
const actionTexts: Readonly<Record<Action, string>> = {
  pause: 'Pause',
  resume: 'Resume',
  begin: 'Begin now',
  retry: 'Retry failed',
  end: 'End',
};
const actionsOf = ({ state, failed }: FirmwareRollout): readonly Action[] => {
  const retry: readonly Action[] = failed > 0 && state !== 'ended' ? ['retry'] : [];
  if (state === 'scheduled') return ['begin', 'end'];
  if (state === 'running') return ['pause', ...retry, 'end'];
  if (state === 'paused' || state === 'stopped') return ['resume', ...retry, 'end'];
  return retry;
};

/** What is asked before it is done: it cannot be taken back. */
type Asked = 'begin' | 'end' | 'remove';
const isAsked = (action: Action): action is 'begin' | 'end' => action === 'begin' || action === 'end';

const nameOf = ({ url, version, memo }: FirmwareRollout): string => memo || version || url;

const groupsText = (count: number): string =>
  t('Added to these are the devices that are in its groups when it begins: {number}.', { number: count });

type Words = { title: string; confirmText: string; text: string };
const questionOf = (asked: Asked, rollout: FirmwareRollout): Words => {
  const { url, version, begins, planned, groupids, state } = rollout;
  const name = nameOf(rollout);
  const values = { firmware: version || url, number: planned };
  // Whom groups bring is known when it begins.
  const groups = state === 'scheduled' && groupids.length > 0 ? groupsText(groupids.length) : '';
  if (asked === 'begin')
    return {
      title: t('Begin {name} now?', { name }),
      confirmText: t('Begin now'),
      text: `${t('The devices get firmware {firmware} at once and not at {time}: {number} of them.', {
        ...values,
        time: formatDateTime(begins),
      })} ${groups}`.trim(),
    };
  if (asked === 'end')
    return {
      title: t('End {name}?', { name }),
      confirmText: t('End'),
      text: `${t(
        'No more devices get firmware {firmware}: the {number} that are still to come do not, and it does not go on again.',
        values,
      )} ${groups}`.trim(),
    };
  return {
    title: t('Remove {name}?', { name }),
    confirmText: t('Remove'),
    text: t('What became of each device is removed from the list. The devices keep the firmware that they have.'),
  };
};

type QuestionProps = {
  asked: Asked;
  rollout: FirmwareRollout;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

const Question = ({ asked, rollout, ...ways }: QuestionProps): ReactElement => {
  const { text, ...words } = questionOf(asked, rollout);
  return (
    <Confirm {...words} {...ways} danger={asked !== 'begin'}>
      {text}
    </Confirm>
  );
};

const Tools = ({ rollout }: { rollout: FirmwareRollout }): ReactElement => {
  const { rolloutid, state } = rollout;
  const [asked, ask] = useState<Asked>();
  const save = useSave(putFirmwareRollout, [getFirmwareRollouts, getRolloutDevices]);
  const remove = useSave(deleteFirmwareRollout, [getFirmwareRollouts]);
  const failed = { onError: (error: Error) => showFailure(t('This did not work'), error) };
  const inputOf = (action: Action) => ({ rolloutid, action: action === 'begin' ? 'resume' : action }) as const;
  return (
    <span className={styles.actions}>
      {actionsOf(rollout).map((action) => (
        <Button
          key={action}
          busy={save.isPending}
          look={action === 'resume' ? 'primary' : 'plain'}
          onClick={() => (isAsked(action) ? ask(action) : save.mutate(inputOf(action), failed))}
        >
          {t(actionTexts[action])}
        </Button>
      ))}
      {(state === 'done' || state === 'ended') && <Button onClick={() => ask('remove')}>{t('Remove')}</Button>}
      {asked !== undefined && (
        <Question
          asked={asked}
          rollout={rollout}
          onConfirm={() => (asked === 'remove' ? remove.mutateAsync({ rolloutid }) : save.mutateAsync(inputOf(asked)))}
          onClose={() => ask(undefined)}
        />
      )}
    </span>
  );
};

const Rollout = ({ rollout }: { rollout: FirmwareRollout }): ReactElement => {
  const [open, setOpen] = useState(false);
  const { url, version, memo, state, stage, begins, done, failed, running, planned, lapsed } = rollout;
  return (
    <WorkCard
      label={nameOf(rollout)}
      head={
        <>
          <span>
            <strong>{nameOf(rollout)}</strong> <span className="soft">{memo || version ? url : ''}</span>
          </span>
          <span className={state === 'stopped' ? styles.bad : undefined}>
            {state === 'scheduled'
              ? t('Begins at {time}', { time: formatDateTime(begins) })
              : `${rolloutText(state)} · ${stageText(stage)}`}
          </span>
          {lapsed === true && <span className={styles.bad}>{t('Who planned it may not any more')}</span>}
          <Tools rollout={rollout} />
        </>
      }
      share={{ done, failed, running, all: done + failed + running + planned }}
      counts={t('{done} done · {failed} failed · {running} under way · {planned} to come', {
        done,
        failed,
        running,
        planned,
      })}
      open={open}
      onToggle={() => setOpen(!open)}
      toggle={open ? t('Hide devices') : t('Show devices')}
    >
      <Members rollout={rollout} />
    </WorkCard>
  );
};

/** Nothing where there is none, nor while the first answer is on its way: mostly there is none. */
export const RolloutList = (): ReactElement | null => {
  const [refetchMs, setRefetchMs] = useState(AT_REST_MS);
  const { data, error, refetch } = useCall(getFirmwareRollouts, {}, { refetchMs });
  const moves = data?.some(({ state, running }) => state === 'running' || running > 0) === true;
  const wantedMs = moves ? REFETCH_MS : AT_REST_MS;
  if (wantedMs !== refetchMs) setRefetchMs(wantedMs);
  if (data === undefined && error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.rollouts} aria-label={t('Roll-outs')}>
      <h2>{t('Roll-outs')}</h2>
      <ul>
        {data.map((rollout) => (
          <Rollout key={rollout.rolloutid} rollout={rollout} />
        ))}
      </ul>
    </section>
  );
};
