// The device list screen: every device of the filter, a row opens its live view.
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../../lib/device-kind.ts';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import { isOnline, speedOf } from '../../../live/device-state.ts';
import { useFilter } from '../../../live/filter.ts';
import { useDevice, useDeviceIds } from '../../../live/hooks.ts';
import { DeviceGlyph } from '../../../parts/device-glyph.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import styles from '../live-view.module.css';

type Row = { readonly id: string };

const Fact = ({ id, of }: { id: string; of: 'drivername' | 'vehicleid' | 'chn_count' }): ReactElement => {
  const device = useDevice(id);
  return <span className="num">{device === undefined ? '' : device[of]}</span>;
};

const Speed = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  const shown = device !== undefined && isOnline(device) && device.gps_info.data !== null;
  return <span className="num">{shown ? `${speedIn(speedOf(device), unit)} ${speedUnit(unit)}` : '–'}</span>;
};

/** Two lines where there is no room for columns: the name people use, below it id and driver. */
const Names = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  const facts = [device?.vehicleid ? id : '', device?.drivername ?? ''].filter((fact) => fact !== '');
  return (
    <span className={styles.sideNames}>
      <span>{device?.vehicleid || id}</span>
      <span className="soft num">{facts.join(' · ')}</span>
    </span>
  );
};

const columnsFor = (phone: boolean): readonly TableColumn<Row>[] => {
  const text = (id: string, header: string, cell: (row: Row) => ReactElement): TableColumn<Row> => ({
    id,
    header,
    width: 'minmax(120px, 1fr)',
    cell,
  });
  const names = phone
    ? [text('names', t('Device'), ({ id }) => <Names id={id} />)]
    : [
        text('id', t('Device ID'), ({ id }) => <span className="num">{id}</span>),
        text('driver', t('Driver'), ({ id }) => <Fact id={id} of="drivername" />),
        text('memo', t('Device Memo'), ({ id }) => <Fact id={id} of="vehicleid" />),
      ];
  return [
    { id: 'state', header: '', label: t('State'), width: '40px', cell: ({ id }) => <DeviceGlyph id={id} /> },
    ...names,
    { id: 'channels', header: t('Ch'), width: '48px', align: 'end', cell: ({ id }) => <Fact id={id} of="chn_count" /> },
    { id: 'speed', header: t('Speed'), width: '88px', align: 'end', cell: ({ id }) => <Speed id={id} /> },
  ];
};

export const DeviceList = (): ReactElement => {
  const navigate = useNavigate();
  const phone = usePhone();
  const { word } = useFilter();
  const ids = useDeviceIds({ mode: 'all', word });
  const rows = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const columns = useMemo(() => columnsFor(phone), [phone]);
  return (
    <div className={styles.list}>
      <h1 className={styles.listTitle}>{t('Choose a device to watch')}</h1>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={t('No device matches the filter')} />
      ) : (
        <div className={styles.listFrame}>
          <DataTable
            label={t('Devices')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowHeight={phone ? 52 : 36}
            onOpen={({ id }) => void navigate(`/liveview/${encodeURIComponent(id)}`)}
          />
        </div>
      )}
    </div>
  );
};
