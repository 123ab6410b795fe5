// The left column of a screen of plans: whose plans the table shows, and removing all of a device.
import { GLOBAL_PLAN, getUserGroups, type PlanTarget } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { titleNow } from '../device-names.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/question.tsx';
import { Toggle } from '../../ui/toggle.tsx';
import styles from './event-plan.module.css';
import type { Place } from './plan-target.ts';

type PlacesProps = {
  plans: readonly PlanTarget[];
  place: Place;
  onPlace: (place: Place) => void;
  onAdd: () => void;
  /** Removes all plans of a device, or those for all devices. Rejects with the reason. */
  remove: (deviceid: string) => Promise<unknown>;
};

type EntryProps = { name: string; place: Place; chosen: Place; onPlace: (place: Place) => void };

const Entry = ({ name, place, chosen, onPlace }: EntryProps): ReactElement => (
  <button type="button" className={styles.place} aria-pressed={place === chosen} onClick={() => onPlace(place)}>
    <bdi>{name}</bdi>
  </button>
);

type DeviceEntriesProps = Pick<PlacesProps, 'plans' | 'place' | 'onPlace' | 'remove'>;

const DeviceEntries = ({ plans, place, onPlace, remove }: DeviceEntriesProps): ReactElement => {
  const [asking, ask] = useState<string>();
  const ids = [...new Set(plans.filter(({ updateMode }) => updateMode === 'DEVICE').map(({ deviceid }) => deviceid))];
  const hasGlobal = plans.some(({ updateMode }) => updateMode === 'GLOBAL');
  const entries: { name: string; at: Place; id: string | undefined }[] = [
    { name: 'ALL', at: 'ALL', id: undefined },
    { name: GLOBAL_PLAN, at: GLOBAL_PLAN, id: hasGlobal ? GLOBAL_PLAN : undefined },
    ...ids.toSorted().map((id) => ({ name: titleNow(id), at: `device ${id}` as const, id })),
  ];
  return (
    <>
      <ul aria-label={t('By device')}>
        {entries.map(({ name, at, id }) => (
          <li key={at}>
            <Entry name={name} place={at} chosen={place} onPlace={onPlace} />
            <Button
              look="bare"
              icon="remove"
              aria-label={t('Delete plans of {name}', { name })}
              disabled={id === undefined}
              onClick={() => ask(id)}
            />
          </li>
        ))}
      </ul>
      {asking !== undefined && (
        <Confirm
          title={t('Delete plans of {name}', { name: asking === GLOBAL_PLAN ? asking : titleNow(asking) })}
          confirmText={t('Delete')}
          danger
          onConfirm={() => remove(asking)}
          onClose={() => ask(undefined)}
        >
          {t('All plans of it on this page are deleted.')}
        </Confirm>
      )}
    </>
  );
};

const GroupEntries = ({ place, onPlace }: Pick<PlacesProps, 'place' | 'onPlace'>): ReactElement => {
  const groups = useCall(getUserGroups, {}).data ?? [];
  return (
    <ul aria-label={t('By group')}>
      {groups.map(({ groupid, name }) => (
        <li key={groupid}>
          <Entry name={name} place={`group ${groupid}`} chosen={place} onPlace={onPlace} />
        </li>
      ))}
    </ul>
  );
};

export const Places = ({ onAdd, ...props }: PlacesProps): ReactElement => {
  const [byGroup, setByGroup] = useState(false);
  const choose = (next: boolean): void => {
    setByGroup(next);
    props.onPlace('ALL');
  };
  return (
    <section className={styles.places} aria-label={t('Whose plans')}>
      <Button look="primary" icon="plus" onClick={onAdd}>
        {t('Add')}
      </Button>
      <div className={styles.switch}>
        <Toggle pressed={!byGroup} onClick={() => choose(false)}>
          {t('By device')}
        </Toggle>
        <Toggle pressed={byGroup} onClick={() => choose(true)}>
          {t('By group')}
        </Toggle>
      </div>
      {byGroup ? <GroupEntries {...props} /> : <DeviceEntries {...props} />}
    </section>
  );
};
