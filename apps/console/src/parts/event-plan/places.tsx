// The left column of a screen of plans: whose plans the table shows, and removing all of a device.
import { getUserGroups, GLOBAL_PLAN, type PlanTarget } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useFilter } from '../../live/filter.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { ChoiceList } from '../choice-list/choice-list.tsx';
import { GivenName } from '../device-names.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './event-plan.module.css';
import { ALL_PLANS, type Place } from './plan-target.ts';

type PlacesProps = {
  plans: readonly PlanTarget[];
  place: Place;
  onPlace: (place: Place) => void;
  onAdd: () => void;
  /** Removes all plans of a device, or those for all devices. Rejects with the reason. */
  remove: (deviceid: string) => Promise<unknown>;
};

const mayRemove = (id: string): boolean => id !== ALL_PLANS;

/** Each device, and those that are gone and still have plans. */
const useOwners = (plans: readonly PlanTarget[]) => {
  const { only } = useFilter();
  const ids = useDeviceIds({ mode: 'all', word: '', only });
  return useMemo(() => {
    const known = new Set([ALL_PLANS, GLOBAL_PLAN, ...ids]);
    const others = plans.filter(({ updateMode, deviceid }) => updateMode === 'DEVICE' && !known.has(deviceid));
    return [...known, ...new Set(others.map(({ deviceid }) => deviceid))].map((id) => ({
      id,
      name: id,
      note: <GivenName id={id} />,
    }));
  }, [ids, plans]);
};

const Devices = ({ plans, place, onPlace, remove }: Omit<PlacesProps, 'onAdd'>): ReactElement => (
  <ChoiceList
    label={t('By device')}
    header={t('Device ID')}
    choices={useOwners(plans)}
    chosen={place.of}
    onChoose={(of) => onPlace({ by: 'device', of })}
    removal={{ may: mayRemove, question: () => t('All plans of it on this page are deleted.'), remove }}
  />
);

const Groups = ({ place, onPlace }: Pick<PlacesProps, 'place' | 'onPlace'>): ReactElement => {
  const groups = useCall(getUserGroups, {}).data;
  const choices = useMemo(() => (groups ?? []).map(({ groupid, name }) => ({ id: groupid, name })), [groups]);
  return (
    <ChoiceList
      label={t('By group')}
      header={t('Group')}
      choices={choices}
      chosen={place.of}
      onChoose={(of) => onPlace({ by: 'group', of })}
    />
  );
};

export const Places = ({ onAdd, ...props }: PlacesProps): ReactElement => (
  <section className={styles.places} aria-label={t('Whose plans')}>
    <Button look="primary" icon="plus" onClick={onAdd}>
      {t('Add')}
    </Button>
    <RadioField
      label={t('Whose plans')}
      labelHidden
      value={props.place.by}
      options={[
        { value: 'device', name: t('By device') },
        { value: 'group', name: t('By group') },
      ]}
      onChange={(by) => props.onPlace({ by, of: by === 'device' ? ALL_PLANS : '' })}
    />
    {props.place.by === 'device' ? <Devices {...props} /> : <Groups {...props} />}
  </section>
);

/** Why the table of plans is empty. `about`: what such plans are good for. */
export const NoPlans = ({ place, about }: { place: Place; about: string }): ReactElement =>
  place.by === 'group' && place.of === '' ? (
    <EmptyState icon="info" title={t('Choose a group')} />
  ) : (
    <EmptyState icon="info" title={t('no records')}>
      {about}
    </EmptyState>
  );
