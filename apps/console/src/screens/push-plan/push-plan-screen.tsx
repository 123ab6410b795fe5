// The screen /pusheventplansetting: which events are pushed to other programs.
import {
  deletePushPlan,
  getPushPlans,
  postPushPlan,
  pushFields,
  type PushPlan,
  putPushPlan,
  savedPushPlan,
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

const BLANK: PushPlan = {
  ...NEW_TARGET,
  enable: true,
  name: '',
  script:
    'POST https://\nContent-Type: application/json\n\n{"device":"{deviceid}","event":"{eventname}","time":"{eventtime}"}',
  updatetime: 0,
};
const MAX_NAME = 100;

const columns = ({ change, isSaving, nameOf }: Changes<PushPlan>): readonly Column<PushPlan>[] => [
  {
    id: 'enable',
    header: t('Enable'),
    width: '104px',
    value: ({ enable }) => (enable ? 1 : 0),
    text: ({ enable }) => (enable ? t('On') : t('Off')),
    cell: (plan) => (
      <SwitchCell
        label={t('Enable')}
        row={nameOf(plan)}
        on={plan.enable}
        busy={isSaving(plan)}
        // A refusal is a toast by itself, and the switch is what the server holds.
        onSave={(enable) => void change({ ...plan, enable }).catch(() => undefined)}
      />
    ),
  },
  {
    id: 'name',
    header: t('Name'),
    width: 'minmax(136px, 1fr)',
    value: ({ name }) => name,
    cell: (plan) => (
      <InlineCell
        label={t('Name')}
        text={plan.name}
        version={plan.updatetime}
        problemOf={(text) =>
          text.length > MAX_NAME ? t('At most {count} characters', { count: MAX_NAME }) : undefined
        }
        disabled={isSaving(plan)}
        onSave={(name, version) => change({ ...seenAt(plan, version), name })}
      />
    ),
  },
  {
    id: 'script',
    header: t('Script'),
    width: 'minmax(176px, 2fr)',
    choice: 'on',
    value: ({ script }) => script.split('\n', 1)[0] ?? '',
  },
];

const PushEditor = ({ plan, place, onSave, onClose }: PlanEditorProps<PushPlan>): ReactElement => (
  <PlanDialog
    of={{ input: savedPushPlan }}
    plan={plan}
    blank={BLANK}
    place={place}
    rows={[
      { control: 'switch', key: 'enable', label: t('Enable') },
      { control: 'text', key: 'name', label: t('Name'), most: MAX_NAME },
      {
        control: 'textarea',
        key: 'script',
        label: t('Script'),
        rows: 8,
        help: t(
          'First line: method and address. Then header lines, an empty line, and the body. Fields of the event: {fields}.',
          { fields: pushFields.map((name) => `{${name}}`).join(' ') },
        ),
      },
    ]}
    onSave={onSave}
    onClose={onClose}
  />
);

export const PushPlanScreen = (): ReactElement => (
  <PlanScreen
    kind={{
      title: t('Push event plan'),
      about: t(
        'Events are pushed to other programs as requests over the network. Server settings, Push Event, switches that on.',
      ),
      answer: useCall(getPushPlans, {}),
      remember: 'columns:push-plan',
      name: 'Push plans',
      columns,
      save: (pushEventPlan) =>
        send(pushEventPlan.updateMode === 'GROUP' ? putPushPlan : postPushPlan, { pushEventPlan }),
      remove: (which) =>
        send(deletePushPlan, 'plan' in which ? { pushEventPlan: which.plan } : { deviceid: which.deviceid }),
      editor: PushEditor,
    }}
  />
);
