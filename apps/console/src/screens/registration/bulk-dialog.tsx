// The editors of record days and of the data limit, for the devices that are ticked in the table.
import { maxNetFlowOf, MAX_KEPT_DAYS } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { type Consequence, mayBeFewerDays, useConsequence } from '../../parts/form/consequence.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Notice } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Changes, type Outcome, removeMany, saveMany } from './save-many.ts';

type BulkProps = {
  ids: readonly string[];
  /** Those of them that the search does not show: they are ticked from before it. */
  hidden: readonly string[];
  onClose: () => void;
  /** Something was changed. */
  onSaved: () => void;
};

type FrameProps = BulkProps & {
  title: string;
  ready: boolean;
  /** Something is filled in. */
  unsaved?: boolean;
  /** What is asked before it is saved, where that cannot be taken back. */
  asks?: Consequence | undefined;
  run: (ids: readonly string[], told: (done: number) => void) => Promise<Outcome>;
  /** What the button and the notice behind it say, where it is not saving. */
  removes?: boolean;
  children: ReactNode;
};

const failureText = ({ failed }: Outcome): string => {
  const [first] = failed;
  return first === undefined
    ? ''
    : `${t('{count} devices were not changed', { count: failed.length })}: ${first.id}: ${t(first.reason)}`;
};

const MOST_NAMED = 20;
const namesOf = (ids: readonly string[]): string =>
  ids.slice(0, MOST_NAMED).join(', ') + (ids.length > MOST_NAMED ? ' …' : '');

type WhichProps = Pick<BulkProps, 'ids' | 'hidden'> & { done: number | null };

const Which = ({ ids, hidden, done }: WhichProps): ReactElement => (
  <>
    <p className={ids.length === 0 ? '' : 'soft'}>
      {ids.length === 0 ? t('Tick the devices in the table first.') : t('For {count} devices', { count: ids.length })}
      {done !== null && ` · ${done} / ${ids.length}`}
    </p>
    {hidden.length > 0 && (
      <Notice tone="warn" icon="warning">
        {t('The search does not show {number} of them: {devices}', {
          number: hidden.length,
          devices: namesOf(hidden),
        })}
      </Notice>
    )}
  </>
);

const BulkDialog = ({
  ids,
  hidden,
  onClose,
  onSaved,
  title,
  ready,
  unsaved = false,
  asks,
  run,
  removes = false,
  children,
}: FrameProps): ReactElement => {
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const { question, mayGoOn } = useConsequence(true);
  const save = async (): Promise<void> => {
    if (!(await mayGoOn(asks))) return;
    setProblem('');
    setDone(0);
    const outcome = await run(ids, setDone);
    setDone(null);
    if (outcome.saved > 0) onSaved();
    if (outcome.failed.length > 0) setProblem(failureText(outcome));
    else {
      showToast('success', removes ? t('{count} devices removed', { count: outcome.saved }) : t('Save Success'));
      onClose();
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      kept
      fixed={done !== null}
      unsaved={unsaved}
      saving={done !== null}
      actions={
        <>
          <Button onClick={onClose} disabled={done !== null}>
            {t('Cancel')}
          </Button>
          <Button
            look={removes ? 'danger' : 'primary'}
            busy={done !== null}
            disabled={!ready || ids.length === 0}
            onClick={() => void save()}
          >
            {removes ? t('Remove') : t('Save')}
          </Button>
        </>
      }
    >
      <Which ids={ids} hidden={hidden} done={done} />
      {problem !== '' && <Notice tone="bad">{problem}</Notice>}
      {children}
      {question}
    </Dialog>
  );
};

export const RemoveDialog = (props: BulkProps): ReactElement => (
  <BulkDialog {...props} title={t('Remove devices')} ready run={removeMany} removes>
    <p>{t('They leave all lists. What they sent stays until its time is over and comes back with their numbers.')}</p>
    <p className="soft">{namesOf(props.ids)}</p>
  </BulkDialog>
);

/** `daysNow`: those of each device now. */
type DaysProps = BulkProps & { daysNow: ReadonlyMap<string, number> };

export const RecordDaysDialog = ({ daysNow, ...props }: DaysProps): ReactElement => {
  const [days, setDays] = useState(Number.NaN);
  const ready = Number.isInteger(days) && days >= 0 && days <= MAX_KEPT_DAYS;
  const fewer = ready ? props.ids.filter((id) => mayBeFewerDays(days, daysNow.get(id) ?? 0)) : [];
  return (
    <BulkDialog
      {...props}
      title={t('Record days')}
      ready={ready}
      unsaved={!Number.isNaN(days)}
      asks={
        fewer.length === 0
          ? undefined
          : {
              title: t('Delete what is older?'),
              confirmText: t('Save and delete'),
              text: t(
                'Recordings of these that are older than the new days are deleted for good, but for protected ones: {devices}',
                { devices: namesOf(fewer) },
              ),
            }
      }
      run={(ids, told) => saveMany(ids, { recdays: days }, told)}
    >
      <NumberField
        label={t('Record days')}
        help={t('0: as the server has it for all')}
        value={days}
        onChange={setDays}
        {...(!ready && !Number.isNaN(days) && { error: t('A whole number from 0 to {most}', { most: MAX_KEPT_DAYS }) })}
      />
    </BulkDialog>
  );
};

export const DataLimitDialog = (props: BulkProps): ReactElement => {
  const [limited, setLimited] = useState(true);
  const [megabytes, setMegabytes] = useState(Number.NaN);
  const ready = !limited || (megabytes > 0 && Number.isSafeInteger(maxNetFlowOf(megabytes)));
  const flow = Number.isNaN(megabytes) ? 0 : maxNetFlowOf(megabytes);
  const changes = (): Changes => ({ netlimit: limited || flow > 0 ? `${limited ? 1 : 0},${flow}` : false });
  return (
    <BulkDialog
      {...props}
      title={t('Data limit')}
      ready={ready}
      unsaved={!limited || !Number.isNaN(megabytes)}
      run={(ids, told) => saveMany(ids, changes(), told)}
    >
      <CheckboxField label={t('Limit the data of a month')} on={limited} onChange={setLimited} />
      <NumberField
        label={t('Data a month')}
        unit="MB"
        help={t('At 80 and 100 % an event is raised; then video is for administrators only.')}
        value={megabytes}
        onChange={setMegabytes}
        disabled={!limited}
      />
    </BulkDialog>
  );
};
