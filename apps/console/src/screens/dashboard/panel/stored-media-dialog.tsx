// What the device keeps itself of pictures, sounds and clips: looked for in the device, fetched one by one, opened where it is here.
import {
  fileAddress,
  postStoredMedia,
  type StoredMediaKind,
  storedMediaKinds,
  type StoredMedium,
} from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { send } from '../../../lib/send.ts';
import { formatDateTime, systemClock } from '../../../lib/time.ts';
import { useMay } from '../../../live/session.ts';
import { useDeviceTitle } from '../../../parts/device-names.tsx';
import { mediaCauseText, mediaKindText } from '../../../parts/device-orders/media-words.ts';
import { TableRoom, TableView } from '../../../parts/table/table-view.tsx';
import { useTable } from '../../../parts/table/use-table.ts';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/column.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx';
import type { Order } from './give-order.ts';

type StoredMediaDialogProps = { id: string; give: (order: Order) => Promise<boolean>; onClose: () => void };

/** While something that was fetched is on its way. */
const SOON_MS = 2000;
/** What has not come by then can be fetched again. */
const GIVE_UP_MS = 60_000;

const rowId = ({ id, kind, channel, time }: StoredMedium): string => [id, kind, channel, time].join('/');

type RowActions = { mayOpen: boolean; coming: ReadonlySet<number>; fetch: (medium: StoredMedium) => void };

/** The link to what is here, else the button that fetches it. */
const Here = ({ medium, mayOpen, coming, fetch }: RowActions & { medium: StoredMedium }): ReactElement | null => {
  const { id, file } = medium;
  if (file !== null)
    return mayOpen ? (
      <a href={fileAddress(file)} target="_blank" rel="noreferrer">
        {t('Open')}
      </a>
    ) : (
      <span>{t('Here')}</span>
    );
  if (id === null) return null;
  return (
    <Button look="bare" busy={coming.has(id)} aria-label={t('Fetch number {id}', { id })} onClick={() => fetch(medium)}>
      {t('Fetch')}
    </Button>
  );
};

const columnsOf = (actions: RowActions): readonly Column<StoredMedium>[] => [
  {
    id: 'time',
    header: t('Time'),
    width: '172px',
    value: ({ time }) => time,
    text: ({ time }) => (time === null ? '' : formatDateTime(time)),
  },
  {
    id: 'channel',
    header: t('Channel'),
    width: '88px',
    value: ({ channel }) => channel,
    text: ({ channel }) => (channel === 0 ? '' : `ch${channel}`),
  },
  { id: 'cause', header: t('Cause'), width: 'minmax(104px, 1fr)', value: ({ cause }) => mediaCauseText(cause) },
  { id: 'id', header: t('Number'), width: '88px', value: ({ id }) => id },
  { id: 'here', header: t('File'), width: '104px', cell: (medium) => <Here medium={medium} {...actions} /> },
];

/** What the device says it keeps; asked again while something that was fetched is not here. */
const useHeld = (deviceid: string, kind: StoredMediaKind) => {
  const [fetched, setFetched] = useState<readonly number[]>([]);
  const [refetchMs, setRefetchMs] = useState(0);
  const answer = useQuery({
    queryKey: [postStoredMedia.path, deviceid, kind],
    queryFn: ({ signal }) => send(postStoredMedia, { deviceid, kind }, signal),
    refetchInterval: refetchMs > 0 ? refetchMs : false,
    // What a device keeps is asked of it each time, and what it does not answer is not asked again and again.
    gcTime: 0,
    retry: false,
  });
  const rows = Array.isArray(answer.data) ? answer.data : undefined;
  const missing = (rows ?? []).flatMap(({ id, file }) => (id !== null && file === null ? [id] : []));
  const coming = fetched.filter((id) => missing.includes(id));
  const wantedMs = coming.length > 0 ? SOON_MS : 0;
  if (wantedMs !== refetchMs) setRefetchMs(wantedMs);
  return {
    ...answer,
    rows,
    coming: new Set(coming),
    add: (id: number) => setFetched((before) => [...before, id]),
    drop: (id: number) => setFetched((before) => before.filter((each) => each !== id)),
  };
};

export const StoredMediaDialog = ({ id, give, onClose }: StoredMediaDialogProps): ReactElement => {
  const [kind, choose] = useState<StoredMediaKind>('photo');
  const mayOpen = useMay('F_event');
  const { rows, error, refetch, isFetching, coming, add, drop } = useHeld(id, kind);
  const fetch = async ({ id: number }: StoredMedium): Promise<void> => {
    if (number === null) return;
    add(number);
    const isTaken = await give({ kind: 'media', id: number });
    // What has not been taken does not come: there is nothing to wait for.
    if (isTaken) systemClock.after(GIVE_UP_MS, () => drop(number));
    else drop(number);
  };
  const columns = columnsOf({ mayOpen, coming, fetch: (medium) => void fetch(medium) });
  const table = useTable({ columns, rows: rows ?? [], rowId, remember: 'columns:storedmedia', apart: true });
  return (
    <Dialog
      title={t('Stored in {device}', { device: useDeviceTitle(id) })}
      onClose={onClose}
      wide
      actions={
        <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
          {t('Ask the device again')}
        </Button>
      }
    >
      <div>
        <SelectField
          label={t('Kind')}
          value={kind}
          options={storedMediaKinds}
          textOf={mediaKindText}
          onChange={choose}
        />
        {error !== null && <ErrorPanel error={error} retry={() => void refetch()} />}
        {error === null && rows === undefined && <Skeleton rows={4} />}
        {error === null && rows?.length === 0 && <EmptyState title={t('The device keeps none of these')} />}
      </div>
      {error === null && rows !== undefined && rows.length > 0 && (
        <TableRoom rows={rows.length}>
          <TableView table={table} label={t('Stored in the device')} />
        </TableRoom>
      )}
    </Dialog>
  );
};
