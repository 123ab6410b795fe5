// The sheet of one template: its name, its values, and for which vehicles and groups it is.
import {
  getTemplateNamed,
  type ParameterTemplate,
  type ParameterValues,
  postParameterTemplate,
  putParameterTemplate,
} from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useFreshCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { ValuesField } from '../../parts/device-batch/values-field.tsx';
import { DevicesField } from '../../parts/device-picker/devices-field.tsx';
import { idsOf, lineOf } from '../../parts/device-picker/picker-rules.ts';
import { useOfferedGroups } from '../../parts/device-picker/use-groups.ts';
import type { Spoken } from '../../parts/form/draft.ts';
import { FormSheet } from '../../parts/form/form-sheet.tsx';
import type { Rows } from '../../parts/form/row.ts';
import { useForm } from '../../parts/form/use-form.ts';
import type { EditorProps } from '../../parts/resource/resource-screen.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { settingText } from './setting-text.ts';

const USUAL_CAMERAS = 4;

type Draft = {
  name: string;
  memo: string;
  /** JSON: values by their names. One text, so that a form knows whether it differs. */
  values: string;
  /** Ids joined by commas. */
  devices: string;
  groupids: string[];
  keep: boolean;
  /** The version that was seen; 0 for a new one. */
  updatetime: number;
};

/** A number that is empty is null in it. */
const valuesOf = (text: string): ParameterValues =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this form; the rules of the call are checked apart
  JSON.parse(text, (_key, value: unknown) => value ?? Number.NaN) as ParameterValues;

const startOf = (row: ParameterTemplate | undefined, named: readonly string[]): Draft => ({
  name: row?.name ?? '',
  memo: row?.memo ?? '',
  values: JSON.stringify(row?.deviceParams ?? {}),
  devices: lineOf(named),
  groupids: (row?.groupids ?? []).map(String),
  keep: row?.keep ?? true,
  updatetime: row?.updatetime ?? 0,
});
const inputOf = ({ name, memo, values, devices, groupids, keep }: Draft) => ({
  name,
  memo,
  deviceParams: valuesOf(values),
  deviceids: [...idsOf(devices)],
  groupids: groupids.map(Number),
  keep,
});

/** The rules of the call, about the rows of the form. */
const rows = { deviceParams: 'values', deviceids: 'devices' } as const;
const rules = (start: Draft): Spoken => ({
  input: {
    safeEncode: (draft) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form has no other draft
      const { success, error } = postParameterTemplate.input.safeEncode(inputOf(draft as Draft));
      const issues = error?.issues.map((issue) => {
        const [head, ...rest] = issue.path;
        return head === 'deviceParams' || head === 'deviceids' ? { ...issue, path: [rows[head], ...rest] } : issue;
      });
      return issues === undefined ? { success } : { success, error: { issues } };
    },
    safeDecode: (value) => {
      const { data } = postParameterTemplate.input.partial().safeParse(value);
      return {
        data: {
          ...start,
          ...(data?.name !== undefined && { name: data.name }),
          ...(data?.memo !== undefined && { memo: data.memo }),
          ...(data?.keep !== undefined && { keep: data.keep }),
          ...(data?.deviceParams !== undefined && { values: JSON.stringify(data.deviceParams) }),
          ...(data?.deviceids !== undefined && { devices: lineOf(data.deviceids) }),
          ...(data?.groupids !== undefined && { groupids: data.groupids.map(String) }),
        },
      };
    },
  },
});

const rowsOf = (groups: readonly { groupid: string; name: string }[]): Rows<Draft> => [
  { control: 'text', key: 'name', label: t('Name'), most: 60 },
  {
    control: 'own',
    key: 'values',
    label: t('Values'),
    textOf: (values) => settingText(valuesOf(values)),
    draw: ({ value, onChange }) => (
      <ValuesField
        values={valuesOf(value)}
        cameras={USUAL_CAMERAS}
        onChange={(next) => onChange(JSON.stringify(next))}
      />
    ),
  },
  {
    control: 'multi-select',
    key: 'groupids',
    label: t('Groups'),
    options: groups.map(({ groupid, name }) => ({ value: groupid, name })),
  },
  {
    control: 'own',
    key: 'devices',
    label: t('Device ID'),
    textOf: (line) => [...idsOf(line)].join(', '),
    draw: ({ value, problem, onChange }) => <DevicesField line={value} onChange={onChange} error={problem} />,
  },
  {
    control: 'checkbox',
    key: 'keep',
    label: t('Set again each time that a vehicle comes back with something else'),
    help: t('Once each time, three times in a day at most. What a vehicle does not take is not set again.'),
  },
  { control: 'text', key: 'memo', label: t('Memo'), most: 200 },
];

type Editor = EditorProps<ParameterTemplate>;

const Sheet = ({ row, onClose, onSaved, apart, named }: Editor & { named: readonly string[] }): ReactElement => {
  const groups = useOfferedGroups();
  const [start] = useState(() => startOf(row, named));
  const of = useMemo(() => rules(start), [start]);
  const form = useForm<Draft>({
    of,
    start,
    edits: row !== undefined,
    rows: rowsOf(groups),
    save: async (draft) => {
      const input = inputOf(draft);
      if (row === undefined) await send(postParameterTemplate, input);
      else
        await send(putParameterTemplate, {
          ...input,
          templateid: row.templateid,
          seenUpdatetime: draft.updatetime,
        });
      onSaved();
    },
  });
  return (
    <FormSheet
      form={form}
      title={row === undefined ? t('New template') : row.name}
      saveText={row === undefined ? t('Add') : t('Update')}
      onClose={onClose}
      apart={apart}
    />
  );
};

/** The list does not name the vehicles of a template: they are asked for when it is opened. */
const SheetOf = ({ id, ...props }: Editor & { id: number }): ReactElement => {
  const { data, error, refetch } = useFreshCall(getTemplateNamed, { templateid: id });
  if (data !== undefined) return <Sheet {...props} named={data} />;
  return error === null ? <Skeleton rows={8} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
};

export const TemplateSheet = (props: Editor): ReactElement =>
  props.row === undefined ? <Sheet {...props} named={[]} /> : <SheetOf {...props} id={props.row.templateid} />;
