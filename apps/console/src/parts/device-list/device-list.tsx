// The list of devices in front of the screens that show one: every device of the filter, a row leads to it. On a desktop the ways
// into random live view stand above.
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../lib/units.ts';
import { isOnline, speedOf } from '../../live/device-state.ts';
import { deviceName } from '../../live/device-name.ts';
import { useFilter } from '../../live/filter.ts';
import { useDevice, useDeviceIds } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { DeviceGlyph } from '../device-glyph.tsx';
import { DeviceNames } from '../device-names.tsx';
import { DeviceIcon } from '../device-icon.tsx';
import { openOverlay } from '../overlay-store.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './device-list.module.css';

type Row = { readonly id: string };

const Fact = ({ id, of }: { id: string; of: 'drivername' | 'chn_count' }): ReactElement => {
  const device = useDevice(id);
  return <span className="num">{device === undefined ? '' : device[of]}</span>;
};

const Speed = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  const shown = device !== undefined && isOnline(device) && device.gps_info.data !== null;
  return <span className="num">{shown ? `${speedIn(speedOf(device), unit)} ${speedUnit(unit)}` : '–'}</span>;
};

const Kind = ({ id }: { id: string }): ReactElement | null => {
  const device = useDevice(id);
  return device === undefined ? null : <DeviceIcon index={device.icon} />;
};

const Name = ({ id }: { id: string }): ReactElement => <span className="num">{deviceName(id, useDevice(id))}</span>;

const columnsFor = (phone: boolean): readonly Column<Row>[] => {
  const text = (id: string, header: string, cell: (row: Row) => ReactElement): Column<Row> => ({
    id,
    header,
    width: 'minmax(120px, 1fr)',
    cell,
  });
  const names = phone
    ? [text('names', t('Device'), ({ id }) => <DeviceNames id={id} lines />)]
    : [
        text('names', t('Device'), ({ id }) => <Name id={id} />),
        text('driver', t('Driver'), ({ id }) => <Fact id={id} of="drivername" />),
        text('id', t('Device ID'), ({ id }) => <span className="soft num">{id}</span>),
      ];
  const icon: Column<Row> = {
    id: 'icon',
    header: '',
    label: t('Icon'),
    width: '40px',
    cell: ({ id }) => <Kind id={id} />,
  };
  const channels: Column<Row> = {
    id: 'channels',
    header: t('Ch'),
    width: '48px',
    align: 'end',
    cell: ({ id }) => <Fact id={id} of="chn_count" />,
  };
  return [
    { id: 'state', header: '', label: t('State'), width: '36px', cell: ({ id }) => <DeviceGlyph id={id} /> },
    // A phone has room for the names only.
    ...(phone ? [] : [icon]),
    ...names,
    ...(phone ? [] : [channels]),
    { id: 'speed', header: t('Speed'), width: '88px', align: 'end', cell: ({ id }) => <Speed id={id} /> },
  ];
};

const mosaics = [4, 6, 9, 12] as const;

/** Random channels: on a page of their own for administrators, full screen for all who may watch. */
const RandomChoices = (): ReactElement | null => {
  const navigate = useNavigate();
  const admin = useMay('admin');
  const watches = useMay('P_live');
  if (!watches) return null;
  return (
    <div className={styles.random}>
      {admin && (
        <Button icon="live" onClick={() => void navigate('/rendomliveview')}>
          {t('Random Live View')}
        </Button>
      )}
      <fieldset className={styles.mosaics} aria-label={t('Random live view, full screen')}>
        <span className="soft">{t('Full screen')}</span>
        {mosaics.map((streams) => (
          <Button
            key={streams}
            aria-label={t('{count} random channels, full screen', { count: streams })}
            title={t('{count} random channels, full screen', { count: streams })}
            onClick={() => openOverlay({ kind: 'mosaic', streams })}
          >
            {streams}
          </Button>
        ))}
      </fieldset>
    </div>
  );
};

type DeviceListProps = {
  /** First segment of where a row leads: '/liveview' to '/liveview/ID'. */
  screen: string;
  title: string;
};

export const DeviceList = ({ screen, title }: DeviceListProps): ReactElement => {
  const navigate = useNavigate();
  const phone = usePhone();
  const { word, only } = useFilter();
  const ids = useDeviceIds({ mode: 'all', word, only });
  const rows = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const columns = useMemo(() => columnsFor(phone), [phone]);
  return (
    <div className={styles.list}>
      <div className={styles.listHead}>
        <h1>{title}</h1>
        {!phone && <RandomChoices />}
      </div>
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
            onOpen={({ id }) => void navigate(`${screen}/${encodeURIComponent(id)}`)}
          />
        </div>
      )}
    </div>
  );
};
