// The events on the track as a list: what, when, how fast. Picking one goes there.
import type { EventMarker } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import type { LengthUnit } from '../../../lib/units.ts';
import type { Column } from '../../../ui/column.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import styles from './track.module.css';
import type { Picked } from '../use-picked.ts';

type EventListProps = {
  events: readonly EventMarker[];
  nameOf: (code: number) => string;
  picked: Picked | undefined;
  onPick: (picked: Picked) => void;
};

const columnsOf = (nameOf: (code: number) => string, unit: LengthUnit): readonly Column<EventMarker>[] => [
  { id: 'name', header: t('Event'), width: 'minmax(120px, 1fr)', value: ({ appdevid }) => nameOf(appdevid) },
  {
    id: 'time',
    header: t('Time'),
    width: '156px',
    value: ({ eventtimeutc }) => eventtimeutc,
    text: ({ eventtimeutc }) => formatDateTime(eventtimeutc),
  },
  {
    id: 'speed',
    header: t('Speed'),
    width: '84px',
    align: 'end',
    value: ({ speed }) => speed,
    text: ({ speed }) => `${speedIn(speed, unit)} ${speedUnit(unit)}`,
  },
];

export const EventList = ({ events, nameOf, picked, onPick }: EventListProps): ReactElement => {
  const unit = useLengthUnit();
  if (events.length === 0) return <EmptyState icon="bell" title={t('No events on this track')} />;
  const columns = columnsOf(nameOf, unit);
  return (
    <div className={styles.listFrame}>
      <DataTable
        label={t('Events')}
        columns={columns}
        rows={events}
        rowId={({ serialno }) => String(serialno)}
        selectedId={picked?.kind === 'event' ? String(picked.event.serialno) : undefined}
        onSelect={(event) => onPick({ kind: 'event', event })}
      />
    </div>
  );
};
