// Begins a roll-out: which devices, and how many of them may fail before it stops by itself.
import { type FirmwareWay, getFirmwareRollouts, MAX_ROLLOUT_DEVICES, postFirmwareRollout } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { momentMs } from '../../lib/local-moment.ts';
import { formatDateTime, systemClock } from '../../lib/time.ts';
import { DevicesField } from '../../parts/device-picker/devices-field.tsx';
import { idsOf } from '../../parts/device-picker/picker-rules.ts';
import { inOrder, pathText } from '../../parts/groups/group-model.ts';
import { useGroups } from '../../parts/groups/use-groups.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { MultiSelectField } from '../../ui/multi-select-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Notice } from '../../ui/states.tsx';

type RolloutDialogProps = { url: string; way: FirmwareWay; onClose: () => void };

/** When most vehicles stand. */
const NIGHT_HOUR = 2;
const tomorrowAtTwo = (): number => {
  const [day = ''] = formatDateTime(systemClock.now() + 86_400_000).split(' ');
  return momentMs({ day, hour: NIGHT_HOUR, minute: 0, second: 0 }) ?? Number.NaN;
};

type Draft = {
  line: string;
  groups: readonly string[];
  version: string;
  memo: string;
  failures: number;
  later: boolean;
  beginsMs: number;
};
const idsIn = ({ line }: Draft): string[] => [...new Set(idsOf(line))];
const isCount = (failures: number): boolean => Number.isInteger(failures) && failures >= 0;
const isReady = (draft: Draft): boolean =>
  idsIn(draft).length + draft.groups.length > 0 &&
  isCount(draft.failures) &&
  !(draft.later && Number.isNaN(draft.beginsMs));

type FieldsProps = { draft: Draft; put: (change: Partial<Draft>) => void };

const RolloutFields = ({ draft, put }: FieldsProps): ReactElement => {
  const { model } = useGroups();
  const { line, groups, version, memo, failures, later, beginsMs } = draft;
  return (
    <>
      <MultiSelectField
        label={t('Groups')}
        help={t('The devices that are in them when it begins.')}
        options={inOrder(model).map(({ groupid }) => ({ value: groupid, name: pathText(model, groupid) }))}
        chosen={groups}
        onChange={(chosen) => put({ groups: chosen })}
      />
      <DevicesField line={line} onChange={(typed) => put({ line: typed })} max={MAX_ROLLOUT_DEVICES} />
      <NumberField
        label={t('Stops by itself when more have failed than')}
        value={failures}
        error={isCount(failures) ? undefined : t('This must be a whole number.')}
        onChange={(count) => put({ failures: count })}
      />
      <CheckboxField label={t('Begin later')} on={later} onChange={(on) => put({ later: on })} />
      {later && <DateTimeField label={t('Begins at')} ms={beginsMs} onChange={(ms) => put({ beginsMs: ms })} />}
      <Field
        label={t('Version that they then have')}
        help={t('Where you know it: a device that has it already is left as it is.')}
        value={version}
        maxLength={255}
        autoComplete="off"
        onChange={(event) => put({ version: event.target.value.trim() })}
      />
      <Field label={t('Memo')} value={memo} maxLength={500} onChange={(event) => put({ memo: event.target.value })} />
    </>
  );
};

const blank = (): Draft => ({
  line: '',
  groups: [],
  version: '',
  memo: '',
  failures: 0,
  later: false,
  beginsMs: tomorrowAtTwo(),
});

export const RolloutDialog = ({ url, way, onClose }: RolloutDialogProps): ReactElement => {
  const [start] = useState(blank);
  const [draft, setDraft] = useState(start);
  const save = useSave(postFirmwareRollout, [getFirmwareRollouts]);
  const begin = (): void => {
    const { version, memo, groups, failures, later, beginsMs } = draft;
    const chosen = { deviceids: idsIn(draft), groupids: groups.map(Number) };
    const input = { url, version, memo, way, ...chosen, maxfailures: failures, ...(later && { begins: beginsMs }) };
    save.mutate(input, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={t('Roll out firmware')}
      onClose={onClose}
      unsaved={JSON.stringify(draft) !== JSON.stringify(start)}
      saving={save.isPending}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={save.isPending} disabled={!isReady(draft)} onClick={begin}>
            {draft.later ? t('Plan it') : t('Begin')}
          </Button>
        </>
      }
    >
      <Notice>
        {t('One vehicle is told first. When it has its new version one in twenty is, then all the others.')}
      </Notice>
      <p className="soft">
        <bdi>{url}</bdi>
      </p>
      <RolloutFields draft={draft} put={(change) => setDraft({ ...draft, ...change })} />
      {save.error !== null && (
        <p role="alert">
          <Notice tone="bad">{t(save.error.message)}</Notice>
        </p>
      )}
    </Dialog>
  );
};
