// The screen /facerecognitionsetting: the devices, and for the chosen one two sections: the faces that the server keeps, to be set there
// (Add), and the slots that the device has (Edit).
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { t } from '../../lib/i18n.ts';
import { useFilter } from '../../live/filter.ts';
import { deviceTitle } from '../../live/device-name.ts';
import { useDevice, useDeviceIds, useDevicesLoaded } from '../../live/hooks.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FaceList } from './face-list.tsx';
import { SlotList } from './slot-list.tsx';
import styles from './face.module.css';

type Row = { readonly id: string };

const DeviceId = ({ id }: Row): ReactElement => {
  const online = (useDevice(id)?.status ?? 0) > 0;
  return (
    <span className={online ? styles.online : undefined}>
      <span className="num">{id}</span>
      <span className="visually-hidden">{online ? t('Online') : t('Offline')}</span>
    </span>
  );
};
const VehicleId = ({ id }: Row): ReactElement => {
  const device = useDevice(id);
  return <bdi className={(device?.status ?? 0) > 0 ? styles.online : undefined}>{device?.vehicleid ?? ''}</bdi>;
};

const deviceColumns = (): readonly Column<Row>[] => [
  { id: 'vehicle', header: t('Device Memo'), width: 'minmax(64px, 1fr)', cell: VehicleId },
  { id: 'id', header: t('Device ID'), width: 'minmax(116px, 1.2fr)', cell: DeviceId },
];

/** Device and section stand in the address. */
const useFaceAddress = () => {
  const [query, setQuery] = useAddressQuery();
  const put = (name: string, value: string): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      next.set(name, value);
      return next;
    });
  return {
    chosen: query.get('device') ?? '',
    choose: (id: string) => put('device', id),
    tab: query.get('tab') === 'add' ? 'add' : 'edit',
    open: (tab: string) => put('tab', tab),
  };
};

const Devices = ({ chosen, choose }: { chosen: string; choose: (id: string) => void }): ReactElement => {
  const { only } = useFilter();
  const [word, find] = useState('');
  const ids = useDeviceIds({ mode: 'all', word, only });
  const rows = useMemo(() => ids.map((id): Row => ({ id })), [ids]);
  const columns = useMemo(() => deviceColumns(), []);
  return (
    <section className={styles.devices} aria-label={t('Devices')}>
      <SearchField label={t('Find devices')} word={word} onWord={find} />
      {rows.length === 0 ? (
        <EmptyState icon="search" title={t('No device matches the filter')} />
      ) : (
        <DataTable
          label={t('Devices')}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          selectedId={chosen}
          onOpen={({ id }) => choose(id)}
        />
      )}
    </section>
  );
};

export const FaceScreen = (): ReactElement => {
  const loaded = useDevicesLoaded();
  const { chosen, choose, tab, open } = useFaceAddress();
  const known = useDevice(chosen);
  const device = known === undefined ? undefined : chosen;
  if (!loaded) return <Skeleton rows={12} />;
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Face recognition')}>
        <p className={styles.chosen}>
          {device === undefined
            ? t('No device is selected.')
            : t('Selected device: {device}', { device: deviceTitle(device, known) })}
        </p>
      </ScreenHead>
      <div className={styles.body}>
        <Devices chosen={chosen} choose={choose} />
        <div className={styles.sections}>
          <Tabs
            label={t('Face recognition')}
            tabs={[
              { id: 'add', name: t('Add') },
              { id: 'edit', name: t('Edit') },
            ]}
            open={tab}
            onOpen={open}
          >
            {tab === 'add' ? <FaceList device={device} /> : <SlotList key={device} device={device} />}
          </Tabs>
        </div>
      </div>
    </div>
  );
};
