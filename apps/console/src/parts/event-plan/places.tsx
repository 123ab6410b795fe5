// The left column of a screen of plans: whose plans the table shows, and removing all of a device.
import { getUserGroups, GLOBAL_PLAN, type PlanTarget } from '@outrider/contract';
import { useCallback, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useFilter } from '../../live/filter.ts';
import { useDeviceIds, useDevicesLoaded } from '../../live/hooks.ts';
import { ChoiceList } from '../choice-list/choice-list.tsx';
import { NamedNumber, namesText, titleNow } from '../device-names.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { SearchField } from '../../ui/screen-head.tsx';
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

/** How many plans each device has by itself, and GLOBAL. */
const useCounts = (plans: readonly PlanTarget[]): ReadonlyMap<string, number> =>
  useMemo(() => {
    const counts = new Map<string, number>();
    for (const { updateMode, deviceid } of plans)
      if (updateMode !== 'GROUP') counts.set(deviceid, (counts.get(deviceid) ?? 0) + 1);
    return counts;
  }, [plans]);

/** Each device, and those that are gone and still have plans. */
const useOwners = (plans: readonly PlanTarget[]) => {
  const { only } = useFilter();
  const ids = useDeviceIds({ mode: 'all', word: '', only });
  const named = useDevicesLoaded(); // names come with the list
  return useMemo(() => {
    const known = new Set([ALL_PLANS, GLOBAL_PLAN, ...ids]);
    const others = plans.filter(({ updateMode, deviceid }) => updateMode === 'DEVICE' && !known.has(deviceid));
    return [...known, ...new Set(others.map(({ deviceid }) => deviceid))].map((id) => ({
      id,
      name: titleNow(id),
      drawn: <NamedNumber id={id} />,
    }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `named` stands for the names of the devices
  }, [ids, plans, named]);
};

/** What is about all of them stays where it is. */
const isFound = (id: string, word: string): boolean =>
  id === ALL_PLANS || id === GLOBAL_PLAN || namesText(id).toLowerCase().includes(word.trim().toLowerCase());

const Devices = ({ plans, place, onPlace, remove }: Omit<PlacesProps, 'onAdd'>): ReactElement => {
  const counts = useCounts(plans);
  const may = useCallback((id: string): boolean => counts.has(id), [counts]);
  const [word, find] = useState('');
  const owners = useOwners(plans);
  const found = useMemo(() => owners.filter(({ id }) => isFound(id, word)), [owners, word]);
  return (
    <>
      <SearchField label={t('Search')} word={word} onWord={find} />
      <ChoiceList
        label={t('By device')}
        header={t('Device ID')}
        choices={found}
        chosen={place.of}
        onChoose={(of) => onPlace({ by: 'device', of })}
        removal={{
          may,
          title: ({ id }) => t('Delete the plans of {name}', { name: titleNow(id) }),
          question: ({ id }) =>
            t('All plans of it on this page are deleted: {number}.', { number: counts.get(id) ?? 0 }),
          remove,
        }}
      />
    </>
  );
};

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
