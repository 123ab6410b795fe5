// The section Edit: the slots of the selected device as it tells them, and the card that changes the words of one.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useDeviceTitle } from '../../parts/device-names.tsx';
import { useStreamPlace } from '../../parts/tiles/use-addresses.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Confirm } from '../../ui/question.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Photo } from './photo.tsx';
import { type PicturePlace, slotAddress } from './photo-address.ts';
import { type Draft, SlotEditor } from './slot-editor.tsx';
import { type SlotRow, type Slots, useSlots } from './use-slots.ts';
import styles from './face.module.css';

const ROW_PX = 56;

type Kit = {
  device: string;
  place: PicturePlace | undefined;
  reload: (ch: number) => void;
  edit: (row: SlotRow) => void;
  ask: (ch: number) => void;
};

const words = ({ device, place }: Kit): readonly Column<SlotRow>[] => [
  {
    id: 'idcard',
    header: t('Identify'),
    width: 'minmax(96px, 1fr)',
    cell: ({ detail }) => <bdi>{detail?.idcard}</bdi>,
  },
  {
    id: 'name',
    header: t('Name'),
    width: 'minmax(96px, 1fr)',
    cell: ({ detail, writtenMs }) =>
      writtenMs === 0 ? <span className={styles.gone}>{t('Deleted')}</span> : <bdi>{detail?.name}</bdi>,
  },
  {
    id: 'photo',
    header: t('Photo'),
    width: '72px',
    cell: ({ ch, detail }) =>
      detail !== undefined &&
      place !== undefined && (
        <Photo
          address={slotAddress(place, { device, ch, version: detail.md5 })}
          label={t('Photo of slot {slot}', { slot: ch })}
        />
      ),
  },
  {
    id: 'md5',
    header: 'MD5',
    width: 'minmax(128px, 1fr)',
    cell: ({ detail }) => (
      <span className="num" title={detail?.md5}>
        {detail?.md5}
      </span>
    ),
  },
];

const slotColumns = (kit: Kit): readonly Column<SlotRow>[] => [
  {
    id: 'reload',
    header: t('Reload'),
    width: '72px',
    cell: ({ ch }) => (
      <Button
        look="bare"
        icon="refresh"
        aria-label={t('Reload slot {slot}', { slot: ch })}
        onClick={() => kit.reload(ch)}
      />
    ),
  },
  { id: 'index', header: t('Index'), width: '64px', align: 'end', cell: ({ ch }) => <span className="num">{ch}</span> },
  ...words(kit),
  {
    id: 'edit',
    header: t('Edit'),
    width: '64px',
    cell: (row) => (
      <Button
        look="bare"
        icon="edit"
        aria-label={t('Edit slot {slot}', { slot: row.ch })}
        onClick={() => kit.edit(row)}
      />
    ),
  },
  {
    id: 'delete',
    header: t('Delete'),
    width: '72px',
    cell: ({ ch, writtenMs }) => (
      <Button
        look="bare"
        icon="remove"
        disabled={writtenMs === 0}
        aria-label={t('Delete slot {slot}', { slot: ch })}
        onClick={() => kit.ask(ch)}
      />
    ),
  },
  {
    id: 'updated',
    header: t('Update Time'),
    width: '164px',
    cell: ({ writtenMs, deletedMs = 0 }) => {
      const ms = writtenMs || deletedMs;
      return <span className="num">{ms === 0 ? '' : formatDateTime(ms)}</span>;
    },
  },
];

const Rows = (props: { device: string; slots: Slots; edit: (row: SlotRow) => void }): ReactElement => {
  const { device, slots, edit } = props;
  const name = useDeviceTitle(device);
  const place = useStreamPlace();
  const [asking, ask] = useState<number>();
  const { rows, reload, remove } = slots;
  const kit: Kit = { device, place, edit, ask, reload: (ch) => void reload(ch) };
  if (rows === undefined)
    return (
      <EmptyState icon="group" title={t('Not loaded yet')}>
        {t('Load asks {device} which faces it has.', { device: name })}
      </EmptyState>
    );
  if (rows.length === 0) return <EmptyState icon="group" title={t('The device has no slots for faces')} />;
  return (
    <>
      <DataTable
        label={t('Slots')}
        columns={slotColumns(kit)}
        rows={rows}
        rowId={({ ch }) => String(ch)}
        rowHeight={ROW_PX}
      />
      {asking !== undefined && (
        <Confirm
          title={t('Delete')}
          confirmText={t('Delete')}
          danger
          onConfirm={() => remove(asking)}
          onClose={() => ask(undefined)}
        >
          {t('Delete the face in slot {slot} of {device}?', { slot: asking, device: name })}
        </Confirm>
      )}
    </>
  );
};

const NOTHING: Draft = { ch: undefined, idcard: '', name: '', state: 'closed' };

/** What is edited begins with what the recorder has in the slot; where that has not been read yet, it is now. */
const useDraft = (read: Slots['read']) => {
  const [draft, setDraft] = useState<Draft>(NOTHING);
  const edit = async ({ ch, writtenMs, detail }: SlotRow): Promise<void> => {
    const begun = ({ idcard, name }: Pick<Draft, 'idcard' | 'name'>): Draft => ({ ch, idcard, name, state: 'open' });
    if (detail !== undefined || writtenMs === 0) {
      setDraft(begun(detail ?? NOTHING));
      return;
    }
    const waiting: Draft = { ...NOTHING, ch, state: 'loading' };
    setDraft(waiting);
    const found = await read(ch);
    setDraft((now) => (now === waiting ? (found === undefined ? NOTHING : begun(found)) : now));
  };
  return { draft, setDraft, edit };
};

export const SlotList = ({ device }: { device: string | undefined }): ReactElement => {
  const slots = useSlots(device);
  const { draft, setDraft, edit } = useDraft(slots.read);
  return (
    <div className={styles.edit}>
      <div className={styles.list}>
        <div className={styles.tools}>
          <Button
            look="primary"
            icon="refresh"
            busy={slots.busy}
            disabled={device === undefined}
            onClick={() => void slots.load()}
          >
            {t('Load')}
          </Button>
        </div>
        {device === undefined ? (
          <EmptyState icon="group" title={t('Select a device first.')} />
        ) : (
          <Rows device={device} slots={slots} edit={(row) => void edit(row)} />
        )}
      </div>
      <SlotEditor device={device} draft={draft} setDraft={setDraft} update={slots.update} />
    </div>
  );
};
