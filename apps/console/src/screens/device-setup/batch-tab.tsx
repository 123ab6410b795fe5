// What was set in many vehicles: how many confirmed it, wait or refused, what can still be taken back or tried again, and each vehicle.
import {
  type BatchCounts,
  type BatchDevice,
  getBatchDevices,
  getParameterBatches,
  type ParameterBatch,
  putParameterBatch,
} from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { SaveButtons } from '../../parts/table/save-buttons.tsx';
import { TableRoom, TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { WorkCard } from '../../ui/work-card.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showFailure } from '../../ui/toast.ts';
import { ZoneNote } from '../../ui/zone-note.tsx';
import { batchColumns } from './batch-columns.tsx';
import styles from './device-setup.module.css';
import { settingText } from './setting-text.ts';

const SOON_MS = 1500;
const AT_REST_MS = 10_000;

const openOf = ({ planned, waiting, sent }: BatchCounts): number => planned + waiting + sent;
const failedOf = ({ refused, expired, cancelled }: BatchCounts): number => refused + expired + cancelled;

const rowId = ({ deviceid }: BatchDevice): string => deviceid;

const Devices = ({ batch: { batchid, counts } }: { batch: ParameterBatch }): ReactElement => {
  const refetchMs = openOf(counts) > 0 ? SOON_MS : AT_REST_MS;
  const { data, error, refetch } = useCall(getBatchDevices, { batchid }, { refetchMs });
  const columns = useMemo(() => batchColumns(), []);
  const table = useTable({ columns, rows: data ?? [], rowId, remember: 'columns:parameterbatch' });
  if (data === undefined)
    return error === null ? <Skeleton rows={4} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  return (
    <>
      <TableTools table={table}>
        <SaveButtons table={table} name={['Parameters', String(batchid)]} />
      </TableTools>
      <TableRoom rows={table.rows.length}>
        <TableView label={t('Vehicles of this setting')} table={table} />
      </TableRoom>
    </>
  );
};

const Tools = ({ batch: { batchid, counts } }: { batch: ParameterBatch }): ReactElement => {
  const save = useSave(putParameterBatch, [getParameterBatches, getBatchDevices]);
  const act = (action: 'cancel' | 'retry'): void =>
    save.mutate({ batchid, action }, { onError: (error: Error) => showFailure(t('This did not work'), error) });
  return (
    <span className={styles.actions}>
      {openOf(counts) > 0 && (
        <Button busy={save.isPending} onClick={() => act('cancel')}>
          {t('Cancel what waits')}
        </Button>
      )}
      {failedOf(counts) > 0 && (
        <Button busy={save.isPending} onClick={() => act('retry')}>
          {t('Retry failed')}
        </Button>
      )}
    </span>
  );
};

type BatchProps = { batch: ParameterBatch; open: boolean; onToggle: () => void };

const Batch = ({ batch, open, onToggle }: BatchProps): ReactElement => {
  const { memo, deviceParams, username, time, counts, devices } = batch;
  const what = settingText(deviceParams);
  return (
    <WorkCard
      label={memo || what}
      head={
        <>
          <span>
            {memo !== '' && (
              <strong>
                <bdi>{memo}</bdi>{' '}
              </strong>
            )}
            <span className={memo === '' ? undefined : 'soft'}>{what}</span>
          </span>
          <span className="soft">{`${formatDateTime(time)} ${username}`}</span>
          <Tools batch={batch} />
        </>
      }
      share={{ done: counts.done, failed: failedOf(counts), running: counts.sent, all: devices }}
      counts={t('{done} confirmed · {open} wait or are asked · {failed} failed · {count} vehicles', {
        done: counts.done,
        open: openOf(counts),
        failed: failedOf(counts),
        count: devices,
      })}
      open={open}
      onToggle={onToggle}
      toggle={open ? t('Hide vehicles') : t('Show vehicles')}
    >
      <Devices batch={batch} />
    </WorkCard>
  );
};

export const BatchTab = (): ReactElement => {
  const [query, setQuery] = useAddressQuery();
  const [refetchMs, setRefetchMs] = useState(AT_REST_MS);
  const { data, error, refetch } = useCall(getParameterBatches, {}, { refetchMs });
  const wantedMs = data?.some(({ counts }) => openOf(counts) > 0) === true ? SOON_MS : AT_REST_MS;
  if (wantedMs !== refetchMs) setRefetchMs(wantedMs);
  const chosen = query.get('batch');
  const toggle = (id: number): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      if (chosen === String(id)) next.delete('batch');
      else next.set('batch', String(id));
      return next;
    });
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Settings of many vehicles')}>
        <ZoneNote />
        <Button icon="plus" onClick={() => openOverlay({ kind: 'deviceBatch', deviceIds: [] })}>
          {t('Set many vehicles')}
        </Button>
      </ScreenHead>
      {data === undefined && error === null && <Skeleton rows={8} />}
      {data === undefined && error !== null && <ErrorPanel error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState icon="gear" title={t('Nothing was set in many vehicles yet')}>
          {t('Here stands what was set in many vehicles at once, and which of them have it.')}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.batches}>
          {data.map((batch) => (
            <Batch
              key={batch.batchid}
              batch={batch}
              open={chosen === String(batch.batchid)}
              onToggle={() => toggle(batch.batchid)}
            />
          ))}
        </ul>
      )}
    </div>
  );
};
