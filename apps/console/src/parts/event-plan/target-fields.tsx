// The rows of a plan's form that say whose events of which code it is for.
import { type PlanMode, type PlanTarget, type UserGroup } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { DeviceChoice } from '../device-choice/device-choice.tsx';
import type { Rows } from '../form/row.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEventKinds } from './event-kinds.ts';
import styles from './event-plan.module.css';
import { withMode } from './plan-target.ts';

const modeNames: Readonly<Record<PlanMode, string>> = { GLOBAL: 'GLOBAL', DEVICE: 'Devices', GROUP: 'For a group' };

type KindProps = { code: number; problem: string | undefined; onChange: (code: number) => void };

/** Picking a kind fills in its code; a code that is typed picks its kind. */
const Kind = ({ code, problem, onChange }: KindProps): ReactElement => {
  const kinds = useEventKinds();
  const codes = kinds.has(code) ? [...kinds.keys()] : [code, ...kinds.keys()];
  return (
    <div className={styles.kind}>
      <SelectField
        label={t('Event Type')}
        value={code}
        options={codes}
        textOf={(each) => kinds.get(each) ?? t('Code {code}', { code: Number.isNaN(each) ? '' : each })}
        onChange={onChange}
      />
      <NumberField label={t('Event Code')} value={code} error={problem} onChange={onChange} />
    </div>
  );
};

export const targetRows = (groups: readonly UserGroup[], mayAll: boolean): Rows<PlanTarget> => [
  {
    control: 'radio',
    key: 'updateMode',
    label: t('Mode Update'),
    options: (['GLOBAL', 'DEVICE', 'GROUP'] as const).map((value) => ({
      value,
      name: t(modeNames[value]),
      disabled: value === 'GLOBAL' && !mayAll,
    })),
    follow: (after) => withMode(after, after.updateMode),
  },
  {
    control: 'own',
    key: 'deviceid',
    label: t('Device'),
    when: ({ updateMode }) => updateMode === 'DEVICE',
    draw: ({ label, value, onChange }) => <DeviceChoice label={label} deviceId={value} onChoose={onChange} />,
  },
  {
    control: 'select',
    key: 'groupid',
    label: t('Group'),
    help: t('With the groups below it.'),
    when: ({ updateMode }) => updateMode === 'GROUP',
    options: [
      { value: '', name: t('Choose a group') },
      ...groups.map(({ groupid, name }) => ({ value: groupid, name })),
    ],
  },
  {
    control: 'own',
    key: 'appdevid',
    label: t('Event Code'),
    draw: ({ value, problem, onChange }) => <Kind code={value} problem={problem} onChange={onChange} />,
  },
];
