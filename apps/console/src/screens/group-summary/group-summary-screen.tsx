// The overview of groups: all links with their duplicates, who can see what, and the way to each group. For level 0.
import { deleteGroupLink } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useAddressQuery } from '../../lib/address-query.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { titleNow } from '../../parts/device-names.tsx';
import { useAllGroups } from '../../parts/groups/use-groups.ts';
import type { GroupsShown } from '../../parts/groups/use-groups.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Confirm } from '../../ui/question.tsx';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { Toggle } from '../../ui/toggle.tsx';
import { FindSetting, useSeersChanged } from './find-setting.tsx';
import type { Sought } from './find-setting.tsx';
import { GroupList } from './group-list.tsx';
import styles from './group-summary.module.css';
import { linkRows, shownLinks } from './link-rows.ts';
import type { LinkRow } from './link-rows.ts';

const groupText = ({ group }: LinkRow): string => (group === '' ? t('undefine') : group);

const linkColumns = (remove: (row: LinkRow) => void): readonly Column<LinkRow>[] => [
  { id: 'vehicle', header: t('Vehicle'), width: 'minmax(80px, 0.9fr)', choice: 'on', value: ({ vehicle }) => vehicle },
  { id: 'device', header: t('Device ID'), width: 'minmax(112px, 1fr)', value: ({ deviceid }) => deviceid },
  { id: 'driver', header: t('Driver'), width: 'minmax(80px, 0.8fr)', choice: 'off', value: ({ driver }) => driver },
  { id: 'group', header: t('Group'), width: 'minmax(96px, 1fr)', value: groupText },
  { id: 'path', header: t('Path'), width: 'minmax(120px, 1.6fr)', choice: 'on', value: ({ path }) => path },
  {
    id: 'duplicates',
    header: t('Duplicates'),
    width: '96px',
    align: 'end',
    value: ({ duplicates }) => duplicates,
  },
  {
    id: 'remove',
    header: '',
    label: t('Delete'),
    width: '48px',
    cell: (row) => (
      <Button
        look="bare"
        icon="close"
        aria-label={t('Take {device} out of {group}', { device: row.deviceid, group: groupText(row) })}
        onClick={(event) => {
          event.stopPropagation();
          remove(row);
        }}
      />
    ),
  },
];

const rowId = ({ groupid, deviceid }: LinkRow): string => `${groupid} ${deviceid}`;

const NoLinks = ({ filtered }: { filtered: boolean }): ReactElement =>
  filtered ? (
    <EmptyState icon="search" title={t('no records')} />
  ) : (
    <EmptyState
      title={t('No device has been put in a group yet')}
      action={<Link to="/groupsetting">{t('Group setting')}</Link>}
    />
  );

type LinksProps = { shown: GroupsShown; onFind: (sought: Sought) => void };

const Links = ({ shown, onFind }: LinksProps): ReactElement => {
  const { model, links, allLinks, linkChanged } = shown;
  const seersChanged = useSeersChanged();
  const [word, setWord] = useState('');
  const [duplicate, setDuplicate] = useState(false);
  const [leaving, setLeaving] = useState<LinkRow>();
  const named = useDevicesLoaded(); // the names come with the device list
  const all = useMemo(
    () => linkRows(allLinks, { model, links, device: (id) => (named ? devices.get(id) : undefined) }),
    [allLinks, model, links, named],
  );
  const rows = useMemo(() => shownLinks(all, word, duplicate), [all, word, duplicate]);
  const columns = useMemo(() => linkColumns(setLeaving), []);
  const table = useTable({ columns, rows, rowId, remember: 'columns:groupsummary' });
  const remove = async ({ groupid, deviceid }: LinkRow): Promise<void> => {
    await send(deleteGroupLink, { groupid: Number(groupid), deviceid });
    linkChanged({ groupid, deviceid }, false);
    seersChanged();
  };
  return (
    <section className={styles.links} aria-label={t('Links')}>
      <ScreenHead title={t('Group summary')}>
        <SearchField label={t('Device ID or group name')} word={word} onWord={setWord} />
        <Toggle pressed={duplicate} onClick={() => setDuplicate(!duplicate)}>
          {t('duplicate')}
        </Toggle>
      </ScreenHead>
      <TableTools table={table} count={t('{count} links', { count: rows.length })}>
        <SaveButtons table={table} name={['Groups']} />
      </TableTools>
      {rows.length === 0 ? (
        <NoLinks filtered={all.length > 0} />
      ) : (
        <TableView
          label={t('Links')}
          table={table}
          onSelect={({ deviceid }) => onFind({ kind: 'device', id: deviceid })}
        />
      )}
      {leaving !== undefined && (
        <Confirm
          title={t('Take {device} out of {group}?', { device: titleNow(leaving.deviceid), group: groupText(leaving) })}
          confirmText={t('Take out')}
          danger
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          {t('Who sees it by this group alone loses it at once, with what is open of it.')}
        </Confirm>
      )}
    </section>
  );
};

/** What is asked for stands in the address: ?device or ?group. */
const useSought = () => {
  const [query, setQuery] = useAddressQuery();
  const [device, group] = [query.get('device'), query.get('group')];
  const sought: Sought | undefined =
    device !== null ? { kind: 'device', id: device } : group !== null ? { kind: 'group', id: group } : undefined;
  const find = ({ kind, id }: Sought): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      next.delete(kind === 'device' ? 'group' : 'device');
      next.set(kind, id);
      return next;
    });
  return { sought, find };
};

/** The screen /groupsummary. */
export const GroupSummaryScreen = (): ReactElement => {
  const shown = useAllGroups();
  const { sought, find } = useSought();
  if (shown.error !== null && !shown.loaded) return <ErrorPanel error={shown.error} retry={shown.askAgain} />;
  if (!shown.loaded) return <Skeleton rows={12} />;
  return (
    <div className={styles.screen}>
      <Links shown={shown} onFind={find} />
      <div className={styles.side}>
        <FindSetting sought={sought} model={shown.model} />
        <GroupList
          model={shown.model}
          links={shown.links}
          selected={sought?.kind === 'group' ? sought.id : undefined}
          onFind={(id) => find({ kind: 'group', id })}
        />
      </div>
    </div>
  );
};
