// The devices whose own settings can be read and changed, and the chosen one beside them; those that are ticked are set together.
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useScaled } from '../../lib/text-scale.ts';
import { useFilter } from '../../live/filter.ts';
import { useDevice, useDeviceIds, useDevicesLoaded } from '../../live/hooks.ts';
import { GivenName } from '../../parts/device-names.tsx';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { openOverlay } from '../../parts/overlay-store.ts';
import { tickColumn, type Ticks, useTicks } from '../../parts/table/ticks.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { SplitPane, useUsualWidth } from '../../ui/split-pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { DeviceDetail, LinkState } from './device-detail.tsx';
import styles from './device-setup.module.css';

const PANE = { usual: 360, min: 280, max: 720 };

type Row = { readonly id: string };

const columns = (ticks: Ticks<string>): readonly Column<Row>[] => [
  tickColumn(ticks, { idOf: ({ id }) => id, labelOf: (device) => t('Choose {device}', { device }) }),
  { id: 'state', header: '', label: t('State'), width: '36px', cell: ({ id }) => <DeviceGlyph id={id} /> },
  { id: 'name', header: t('Name'), width: 'minmax(96px, 1fr)', cell: ({ id }) => <GivenName id={id} /> },
  {
    id: 'id',
    header: t('Device ID'),
    width: 'minmax(112px, 1fr)',
    cell: ({ id }) => <span className="num">{id}</span>,
  },
  { id: 'link', header: t('Link'), width: 'minmax(120px, 1.4fr)', cell: ({ id }) => <LinkState id={id} /> },
];

/** The device in the address. */
const useChosen = () => {
  const [query, setQuery] = useAddressQuery();
  const choose = (id: string | undefined): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      if (id === undefined) next.delete('device');
      else next.set('device', id);
      return next;
    });
  return { chosen: query.get('device') ?? '', choose };
};

export const VehiclesTab = (): ReactElement => {
  const phone = usePhone();
  const { only } = useFilter();
  const [word, find] = useState('');
  const ids = useDeviceIds({ mode: 'all', word, only });
  const loaded = useDevicesLoaded();
  const { chosen, choose } = useChosen();
  const [width, setWidth] = useState<number>();
  const usual = useUsualWidth(PANE.usual);
  const most = useScaled(PANE.max);
  const rows = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const { ticked, toggle } = useTicks(useDeviceIds({ mode: 'all', word: '' }));
  const shown = useMemo(() => columns({ ticked, toggle }), [ticked, toggle]);
  const known = useDevice(chosen) !== undefined;
  if (!loaded) return <Skeleton rows={12} />;
  const list = (
    <div className={styles.screen}>
      <ScreenHead title={t('Remote device setting')}>
        <SearchField label={t('Find devices')} word={word} onWord={find} />
        <Button
          icon="gear"
          onClick={() =>
            openOverlay({ kind: 'deviceBatch', deviceIds: ticked.size > 0 ? [...ticked] : known ? [chosen] : [] })
          }
        >
          {ticked.size > 0 ? t('Set {count} vehicles', { count: ticked.size }) : t('Set many vehicles')}
        </Button>
      </ScreenHead>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={t('No device matches the filter')} />
      ) : (
        <div className={styles.list}>
          <DataTable
            label={t('Devices')}
            columns={shown}
            rows={rows}
            rowId={({ id }) => id}
            rowHeight={phone ? 52 : 36}
            selectedId={chosen}
            onOpen={({ id }) => choose(id)}
          />
        </div>
      )}
    </div>
  );
  if (!known) return list;
  const detail = <DeviceDetail key={chosen} id={chosen} onClose={() => choose(undefined)} />;
  if (phone) return detail;
  return (
    <SplitPane
      label={t('Width of the details')}
      width={width ?? usual}
      min={PANE.min}
      max={most}
      onWidth={setWidth}
      left={list}
      right={detail}
    />
  );
};
