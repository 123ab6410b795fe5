// The screen /eventdefinesetting: which profile each device follows, the profiles, the definitions of the chosen one, and the form of one.
import { ALL_PROFILES, type EventDefinition, GLOBAL_PROFILE } from '@outrider/contract';
import { useCallback, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useFilter } from '../../live/filter.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { ChoiceList } from '../../parts/choice-list/choice-list.tsx';
import { NamedNumber, titleNow } from '../../parts/device-names.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Confirm } from '../../ui/question.tsx';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { DefinitionForm } from './definition-form.tsx';
import styles from './event-definition.module.css';
import { type Definitions, profilesOf, shownOf, useDefinitions } from './use-definitions.ts';

type DeviceRow = { readonly id: string };

type DevicesProps = {
  profiles: readonly string[];
  profileOf: NonNullable<Definitions['profileOf']>;
  follow: Definitions['follow'];
};

const profileSelect = (id: string, { profiles, profileOf, follow }: DevicesProps): ReactElement => (
  <select
    className={styles.select}
    aria-label={t('Profile of {device}', { device: titleNow(id) })}
    value={profileOf.get(id) ?? GLOBAL_PROFILE}
    // A refusal is a toast by itself, and the choice is what the server holds.
    onChange={(event) => void follow(id, event.target.value).catch(() => undefined)}
  >
    {profiles.map((profile) => (
      <option key={profile}>{profile}</option>
    ))}
  </select>
);

const Devices = ({ profiles, profileOf, follow }: DevicesProps): ReactElement => {
  const { only } = useFilter();
  const [word, find] = useState('');
  const ids = useDeviceIds({ mode: 'all', word, only });
  const rows = useMemo(() => ids.map((id): DeviceRow => ({ id })), [ids]);
  const columns = useMemo(
    (): readonly Column<DeviceRow>[] => [
      { id: 'id', header: t('Device ID'), width: 'minmax(112px, 1fr)', cell: NamedNumber },
      {
        id: 'profile',
        header: t('Profile'),
        width: '104px',
        cell: ({ id }) => profileSelect(id, { profiles, profileOf, follow }),
      },
    ],
    [profiles, profileOf, follow],
  );
  return (
    <section className={styles.column} aria-label={t('Devices')}>
      <SearchField label={t('Find devices')} word={word} onWord={find} />
      {rows.length === 0 ? (
        <EmptyState icon="search" title={t('No device matches the filter')} />
      ) : (
        <DataTable label={t('Devices')} columns={columns} rows={rows} rowId={({ id }) => id} rowHeight={40} />
      )}
    </section>
  );
};

type TableActions = { edit: (row: EventDefinition) => void; remove: (row: EventDefinition) => void };

const definitionColumns = ({ edit, remove }: TableActions): readonly Column<EventDefinition>[] => [
  { id: 'profile', header: t('Profile'), width: 'minmax(72px, 0.6fr)', value: ({ definename }) => definename },
  { id: 'code', header: t('Event Code'), width: '96px', align: 'end', value: ({ eventtype }) => eventtype },
  {
    id: 'name',
    header: t('Event Name'),
    width: 'minmax(164px, 2fr)',
    value: ({ eventname }) => t(eventname),
    cell: ({ eventname, notifycolor }) => (
      <>
        <span className={styles.swatch} style={{ background: notifycolor }} title={notifycolor} /> {t(eventname)}
      </>
    ),
  },
  { id: 'text', header: t('Notify Text'), width: 'minmax(96px, 1fr)', value: ({ notifytext }) => notifytext },
  {
    id: 'time',
    header: t('Update Time'),
    width: '156px',
    value: ({ updatetime }) => updatetime,
    text: ({ updatetime }) => (updatetime === 0 ? t('built-in') : formatDateTime(updatetime)),
  },
  {
    id: 'actions',
    header: '',
    label: t('Actions'),
    width: '104px',
    cell: (row) => (
      <>
        <Button
          look="bare"
          icon="edit"
          aria-label={t('Edit {name}', { name: `${row.definename} ${row.eventtype}` })}
          onClick={() => edit(row)}
        />
        <Button
          look="bare"
          icon="remove"
          aria-label={t('Delete {name}', { name: `${row.definename} ${row.eventtype}` })}
          disabled={row.updatetime === 0}
          onClick={() => remove(row)}
        />
      </>
    ),
  },
];

const rowId = ({ definename, eventtype }: EventDefinition): string => `${eventtype} ${definename}`;

const Rows = ({ rows, ...actions }: TableActions & { rows: readonly EventDefinition[] }): ReactElement => {
  const { edit, remove } = actions;
  const columns = useMemo(() => definitionColumns({ edit, remove }), [edit, remove]);
  const table = useTable({ columns, rows, rowId, remember: 'columns:event-definitions' });
  return (
    <div className={styles.column}>
      <TableTools table={table} times>
        <SaveButtons table={table} name={['EventDefinitions']} />
      </TableTools>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={t('no records')}>
          {t('This profile has no definitions.')}
        </EmptyState>
      ) : (
        <TableView label={t('Event definitions')} table={table} />
      )}
    </div>
  );
};

const useScreen = () => {
  const [query, setQuery] = useAddressQuery();
  const [removing, remove] = useState<EventDefinition>();
  const [saves, setSaves] = useState(0);
  const put = useCallback(
    (name: string, value: string, byItself = false): void =>
      setQuery(
        (old) => {
          const next = new URLSearchParams(old);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { byItself },
      ),
    [setQuery],
  );
  return {
    profile: query.get('profile') ?? ALL_PROFILES,
    choose: (profile: string) => put('profile', profile),
    /** Which row is in the form; '' for a new one. */
    editedId: query.get('row') ?? '',
    edit: useCallback((row: EventDefinition) => put('row', rowId(row)), [put]),
    removing,
    remove,
    saves,
    begin: () => put('row', ''),
    saved: () => {
      setSaves((count) => count + 1);
      put('row', '', true);
    },
  };
};

const mayRemove = (profile: string): boolean => profile !== ALL_PROFILES;

type ProfilesProps = Pick<Definitions, 'removeProfile'> & {
  profiles: readonly string[];
  chosen: string;
  choose: (profile: string) => void;
};

const Profiles = ({ profiles, chosen, choose, removeProfile }: ProfilesProps): ReactElement => (
  <section className={styles.column} aria-label={t('Profiles')}>
    <ChoiceList
      label={t('Profiles')}
      header={t('Profile')}
      choices={[ALL_PROFILES, ...profiles].map((id) => ({ id, name: id }))}
      chosen={chosen}
      onChoose={choose}
      removal={{
        may: mayRemove,
        question: ({ id }) =>
          id === GLOBAL_PROFILE
            ? t('All changes in GLOBAL are removed; the built-in names count again.')
            : t('Its definitions are removed; devices that follow it follow GLOBAL.'),
        remove: async (id) => {
          await removeProfile(id);
          choose(ALL_PROFILES);
        },
      }}
    />
  </section>
);

export const EventDefinitionScreen = (): ReactElement => {
  const all = useDefinitions();
  const { definitions, profileOf } = all;
  const { profile, choose, editedId, edit, removing, remove, saves, begin, saved } = useScreen();
  const profiles = useMemo(() => profilesOf(definitions ?? []), [definitions]);
  const shown = useMemo(() => shownOf(definitions ?? [], profile), [definitions, profile]);
  if (definitions === undefined || profileOf === undefined)
    return all.error === null ? (
      <Skeleton rows={12} />
    ) : (
      <ErrorPanel error={all.error} retry={() => void all.refetch()} />
    );
  const edited = definitions.find((row) => rowId(row) === editedId);
  /** Of one that the list does not have yet: what is typed meanwhile would go when it comes. */
  const isComing = editedId !== '' && edited === undefined && all.isFetching;
  // A form of its own for each row, and a fresh one after a save.
  const formKey = `${edited === undefined ? `new ${profile}` : editedId} ${saves}`;
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Event definitions')}>{null}</ScreenHead>
      <div className={styles.body}>
        <Devices profiles={profiles} profileOf={profileOf} follow={all.follow} />
        <Profiles profiles={profiles} chosen={profile} choose={choose} removeProfile={all.removeProfile} />
        <Rows rows={shown} edit={edit} remove={remove} />
        <DefinitionForm
          key={formKey}
          row={edited}
          isComing={isComing}
          profile={profile}
          save={all.save}
          onNew={begin}
          onSaved={saved}
        />
      </div>
      {removing !== undefined && (
        <Confirm
          title={t('Delete {name}', { name: `${removing.definename} ${removing.eventtype}` })}
          confirmText={t('Delete')}
          danger
          onConfirm={() => all.remove(removing)}
          onClose={() => remove(undefined)}
        >
          {t('Such events are called as GLOBAL or the catalogue says.')}
        </Confirm>
      )}
    </div>
  );
};
