// Every position of a day as a table, for administrators. Addresses come on request, a position at a time.
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { formatDateTime } from '../../../lib/time.ts';
import type { LengthUnit } from '../../../lib/units.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import { headingText } from '../../device-gauges.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/column.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import type { AddressFiller } from '../address-filler.ts';
import styles from './track.module.css';
import { placesOf } from '../hours.ts';
import type { TrackResult } from '../track-query.ts';
import { pointAt } from '../track.ts';
import type { TrackPoint } from '../track.ts';
import type { Exporter } from '../use-export.ts';
import type { Picked } from '../use-picked.ts';
import { usePlacesNamed } from '../use-tools.ts';
import { FillProgress } from './export-buttons.tsx';

type Row = { readonly index: number };

const columnsOf = (
  pointOf: (row: Row) => TrackPoint | undefined,
  addresses: AddressFiller,
  unit: LengthUnit,
): readonly Column<Row>[] => {
  const column = (id: string, header: string, width: string, read: (point: TrackPoint) => string): Column<Row> => ({
    id,
    header,
    width,
    text: (row) => {
      const point = pointOf(row);
      return point === undefined ? '' : read(point);
    },
  });
  return [
    { id: 'number', header: '#', width: '48px', text: ({ index }) => String(index + 1) },
    column('time', t('Time'), '156px', ({ time }) => formatDateTime(time)),
    column('lat', t('Lat'), '84px', ({ lat }) => lat.toFixed(5)),
    column('lng', t('Lng'), '92px', ({ lng }) => lng.toFixed(5)),
    column('speed', t('Speed'), '84px', ({ speedInKmh }) => `${speedIn(speedInKmh, unit)} ${speedUnit(unit)}`),
    column('direction', t('Direction'), '128px', ({ trackingAngle }) => headingText(trackingAngle)),
    column('address', t('Address'), 'minmax(180px, 1fr)', (point) => addresses.known(point) ?? ''),
  ];
};

type PointListProps = {
  result: TrackResult;
  /** Its positions are shown. */
  day: string;
  addresses: AddressFiller;
  exporter: Exporter;
  onPick: (picked: Picked) => void;
};

export const PointList = ({ result, day, addresses, exporter, onPick }: PointListProps): ReactElement => {
  const { track } = result;
  const unit = useLengthUnit();
  const named = usePlacesNamed();
  const { first, count } = useMemo(() => placesOf(track, day), [track, day]);
  // Rows drawn already take the addresses that came since: again each hundred, and at the end.
  const round = `${exporter.filling} ${Math.floor(exporter.done / 100)}`;
  const rows = useMemo(() => Array.from({ length: count }, (_, i): Row => ({ index: first + i })), [first, count]);
  const columns = useMemo(
    () => columnsOf(({ index }) => pointAt(track, index), addresses, unit),
    // oxlint-disable-next-line react/exhaustive-deps -- another round: the same columns with more addresses
    [track, addresses, unit, round],
  );
  return (
    <div className={styles.list}>
      {named && (
        <div className={styles.listTools}>
          {exporter.filling === 'none' ? (
            <Button icon="position" onClick={() => exporter.fillList(result, first, count)}>
              {t('Fill in addresses')}
            </Button>
          ) : (
            <FillProgress exporter={exporter} />
          )}
        </div>
      )}
      <div className={styles.listFrame}>
        <DataTable
          label={t('Positions')}
          columns={columns}
          rows={rows}
          rowId={({ index }) => String(index)}
          onOpen={({ index }) => {
            const point = pointAt(track, index);
            if (point !== undefined) onPick({ kind: 'point', point });
          }}
        />
      </div>
    </div>
  );
};
