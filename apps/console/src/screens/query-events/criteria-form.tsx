// The criteria of a search of events.
import { eventCodes, getEventDefine, getUserGroups } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatZone } from '../../lib/time.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { titleNow } from '../../parts/device-names.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Field } from '../../ui/field.tsx';
import { MultiSelectField } from '../../ui/multi-select-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type Criteria, momentProblem, questionOf, zonesAround } from './criteria.ts';
import styles from './query-events.module.css';

const ALL = { mode: 'all', word: '' } as const;

type FormProps = {
  criteria: Criteria;
  onChange: (changes: Partial<Criteria>) => void;
  onReset: () => void;
  onSearch: () => void;
  busy: boolean;
};

/** Every code of the catalogue and of the definitions, by name. */
const useKinds = (): { value: string; name: string }[] => {
  const definitions = useCall(getEventDefine, {}).data;
  return useMemo(() => {
    const names = new Map(eventCodes.map(({ code, name }) => [code, t(name)]));
    for (const { eventtype, eventname, updatetime } of definitions ?? [])
      if (updatetime > 0 || !names.has(eventtype)) names.set(eventtype, t(eventname));
    return [...names]
      .map(([code, name]) => ({ value: String(code), name: `${name} (${code})` }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
  }, [definitions]);
};

const When = ({ criteria, onChange }: Pick<FormProps, 'criteria' | 'onChange'>): ReactElement => (
  <fieldset className={styles.group}>
    <legend>{t('When')}</legend>
    <DateField label={t('Day')} optional day={criteria.date} onChange={(date) => onChange({ date })} />
    <Field
      label={t('From')}
      value={criteria.afterDate}
      placeholder="2026-03-01 14:05:00"
      autoComplete="off"
      error={momentProblem(criteria.afterDate)}
      onChange={(event) => onChange({ afterDate: event.target.value })}
    />
    <Field
      label={t('Until')}
      value={criteria.beforeDate}
      placeholder="2026-03-01 15:00:00"
      autoComplete="off"
      error={momentProblem(criteria.beforeDate)}
      onChange={(event) => onChange({ beforeDate: event.target.value })}
    />
    <SelectField
      label={t('Time zone')}
      value={criteria.timeZone}
      options={zonesAround(criteria)}
      textOf={(seconds) => formatZone(seconds / 60)}
      onChange={(timeZone) => onChange({ timeZone })}
    />
  </fieldset>
);

const Whose = ({ criteria, onChange }: Pick<FormProps, 'criteria' | 'onChange'>): ReactElement => {
  const ids = useDeviceIds(ALL);
  const groups = useCall(getUserGroups, {}).data ?? [];
  return (
    <fieldset className={styles.group}>
      <legend>{t('Vehicles')}</legend>
      <SelectField
        label={t('Device ID')}
        value={criteria.deviceid}
        options={['', ...ids]}
        textOf={(id) => (id === '' ? t('All') : titleNow(id))}
        onChange={(deviceid) => onChange({ deviceid })}
      />
      <SelectField
        label={t('Group')}
        value={criteria.groupid}
        options={['', ...groups.map(({ groupid }) => groupid)]}
        textOf={(id) => groups.find(({ groupid }) => groupid === id)?.name ?? t('All')}
        help={t('With the groups below it.')}
        onChange={(groupid) => onChange({ groupid })}
      />
    </fieldset>
  );
};

const What = ({ criteria, onChange }: Pick<FormProps, 'criteria' | 'onChange'>): ReactElement => (
  <fieldset className={styles.group}>
    <legend>{t('Events')}</legend>
    <MultiSelectField
      label={t('Event Name')}
      options={useKinds()}
      chosen={criteria.codes}
      help={t('None chosen: all of them.')}
      onChange={(codes) => onChange({ codes })}
    />
    <CheckboxField
      label={t('Only with a photo')}
      on={criteria.withPhoto}
      onChange={(withPhoto) => onChange({ withPhoto })}
    />
    <CheckboxField
      label={t('Newest first')}
      on={criteria.newestFirst}
      onChange={(newestFirst) => onChange({ newestFirst })}
    />
  </fieldset>
);

const Serials = ({ criteria, onChange }: Pick<FormProps, 'criteria' | 'onChange'>): ReactElement => (
  <fieldset className={styles.group}>
    <legend>{t('UID')}</legend>
    <NumberField label={t('Exactly')} value={criteria.serialno} onChange={(serialno) => onChange({ serialno })} />
    <NumberField
      label={t('Above')}
      value={criteria.afterSerialno}
      onChange={(afterSerialno) => onChange({ afterSerialno })}
    />
    <NumberField
      label={t('Below')}
      value={criteria.beforeSerialno}
      onChange={(beforeSerialno) => onChange({ beforeSerialno })}
    />
  </fieldset>
);

export const CriteriaForm = ({ criteria, onChange, onReset, onSearch, busy }: FormProps): ReactElement => (
  <form
    className={styles.criteria}
    aria-label={t('Search criteria')}
    onSubmit={(event) => {
      event.preventDefault();
      onSearch();
    }}
  >
    <div className={styles.groups}>
      <When criteria={criteria} onChange={onChange} />
      <Whose criteria={criteria} onChange={onChange} />
      <What criteria={criteria} onChange={onChange} />
      <Serials criteria={criteria} onChange={onChange} />
    </div>
    <div className={styles.foot}>
      <Button onClick={onReset}>{t('Clear')}</Button>
      <Button look="primary" type="submit" icon="search" busy={busy} disabled={questionOf(criteria) === undefined}>
        {t('Search')}
      </Button>
    </div>
  </form>
);
