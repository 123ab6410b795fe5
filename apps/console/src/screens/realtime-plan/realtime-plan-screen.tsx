// The screen /realtimeeventplansetting: which events people are notified of, by a call at the console, mail and text message.
import {
  DEFAULT_CALL_S,
  deleteRealtimePlan,
  getRealtimePlans,
  MAX_CALL_S,
  postRealtimePlan,
  putRealtimePlan,
  type RealtimePlan,
  savedRealtimePlan,
} from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { SwitchCell } from '../../parts/event-plan/plan-columns.tsx';
import { PlanDialog } from '../../parts/event-plan/plan-dialog.tsx';
import { type Changes, type PlanEditorProps, PlanScreen } from '../../parts/event-plan/plan-screen.tsx';
import { NEW_TARGET } from '../../parts/event-plan/plan-target.ts';
import { seenAt } from '../../parts/form/changed.ts';
import type { Column } from '../../ui/column.ts';
import { InlineCell } from '../../ui/inline-cell.tsx';

const BLANK: RealtimePlan = {
  ...NEW_TARGET,
  call_en: false,
  call_time: DEFAULT_CALL_S,
  email_en: false,
  receivers: '',
  sms_en: false,
  updatetime: 0,
};

type Flag = 'call_en' | 'email_en' | 'sms_en';

const flagColumn = (key: Flag, header: string, changes: Changes<RealtimePlan>): Column<RealtimePlan> => ({
  id: key,
  header,
  width: '120px',
  value: (plan) => (plan[key] ? 1 : 0),
  text: (plan) => (plan[key] ? t('On') : t('Off')),
  cell: (plan) => (
    <SwitchCell
      label={header}
      row={changes.nameOf(plan)}
      on={plan[key]}
      busy={changes.isSaving(plan)}
      // A refusal is a toast by itself, and the switch is what the server holds.
      onSave={(on) => void changes.change({ ...plan, [key]: on }).catch(() => undefined)}
    />
  ),
});

const isSeconds = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_CALL_S;

const columns = (changes: Changes<RealtimePlan>): readonly Column<RealtimePlan>[] => [
  flagColumn('call_en', t('Call Request'), changes),
  {
    id: 'call_time',
    header: t('Call Keep Time'),
    width: '144px',
    value: (plan) => plan.call_time,
    cell: (plan) => (
      <InlineCell
        label={t('Call Keep Time')}
        text={String(plan.call_time)}
        version={plan.updatetime}
        problemOf={(text) => (isSeconds(text) ? undefined : t('1 to 3600 seconds'))}
        disabled={changes.isSaving(plan)}
        onSave={(text, version) => changes.change({ ...seenAt(plan, version), call_time: Number(text) })}
      />
    ),
  },
  flagColumn('email_en', t('Send Email'), changes),
  flagColumn('sms_en', t('Send SMS'), changes),
];

const RealtimeEditor = ({ plan, place, onSave, onClose }: PlanEditorProps<RealtimePlan>): ReactElement => (
  <PlanDialog
    of={{ input: savedRealtimePlan }}
    plan={plan}
    blank={BLANK}
    place={place}
    rows={[
      { control: 'switch', key: 'call_en', label: t('Call Request') },
      {
        control: 'number',
        key: 'call_time',
        label: t('Call Keep Time'),
        help: t('For so long it rings at the consoles that are open.'),
        unit: t('s'),
      },
      { control: 'switch', key: 'email_en', label: t('Send Email') },
      { control: 'switch', key: 'sms_en', label: t('Send SMS') },
      {
        control: 'textarea',
        key: 'receivers',
        label: t('Receivers'),
        rows: 2,
        help: t('Mail addresses for mails, telephone numbers for text messages, divided by commas.'),
      },
    ]}
    onSave={onSave}
    onClose={onClose}
  />
);

export const RealtimePlanScreen = (): ReactElement => (
  <PlanScreen
    kind={{
      title: t('Realtime event plan'),
      about: t('People are notified of events: a call rings at the consoles, mails and text messages go to receivers.'),
      answer: useCall(getRealtimePlans, {}),
      remember: 'columns:realtime-plan',
      name: 'Realtime plans',
      columns,
      wordless: true,
      save: (realtimeEventPlan) =>
        send(realtimeEventPlan.updateMode === 'GROUP' ? putRealtimePlan : postRealtimePlan, { realtimeEventPlan }),
      remove: (which) =>
        send(deleteRealtimePlan, 'plan' in which ? { realtimeEventPlan: which.plan } : { deviceid: which.deviceid }),
      editor: RealtimeEditor,
    }}
  />
);
