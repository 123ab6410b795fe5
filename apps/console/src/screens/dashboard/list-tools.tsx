// The line above the list: how many there are, adding one, calling all, pages or all rows, the choice of columns.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { useMay, useSession } from '../../live/session.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { TableTools } from '../../parts/table/table-view.tsx';
import { Button } from '../../ui/button.tsx';
import { FleetView } from './full-view/fleet-view.tsx';
import type { DeviceToAdd } from './add-device-dialog.tsx';
import type { Board } from './use-dashboard.ts';

const MOSAIC_STREAMS = 9;
const USUAL_CHANNELS = 4;

type OnAdd = { onAdd: (device: DeviceToAdd) => void };

/** For administrators. */
export const AddButton = ({ onAdd }: OnAdd): ReactElement | null =>
  useMay('admin') ? (
    <Button look="bare" icon="plus" onClick={() => onAdd({ id: '', channels: USUAL_CHANNELS })}>
      {t('Add device')}
    </Button>
  ) : null;

/** For administrators. */
const FullViewButton = (): ReactElement | null => {
  const admin = useMay('admin');
  const [open, setOpen] = useState(false);
  if (!admin) return null;
  return (
    <>
      <Button look="bare" icon="chart" onClick={() => setOpen(true)}>
        {t('Full View')}
      </Button>
      {open && <FleetView onClose={() => setOpen(false)} />}
    </>
  );
};

/** Opens on the device that is looked at; on nobody in particular where none is. */
const BroadcastButton = ({ selected }: { selected: string | undefined }): ReactElement | null => {
  const level = useSession((session) => session.level);
  const talks = useMay('F_talk');
  if (!deployment.broadcast || level > 2 || !talks) return null;
  const chosen = selected === undefined ? {} : { deviceIds: [selected] };
  return (
    <Button look="bare" icon="position" onClick={() => openOverlay({ kind: 'broadcast', ...chosen })}>
      {t('Broadcast')}
    </Button>
  );
};

/** Begins with the device that is looked at. */
const BatchButton = ({ selected }: { selected: string | undefined }): ReactElement | null =>
  useMay('F_rmdvrs') ? (
    <Button
      look="bare"
      icon="gear"
      onClick={() => openOverlay({ kind: 'deviceBatch', deviceIds: selected === undefined ? [] : [selected] })}
    >
      {t('Set many vehicles')}
    </Button>
  ) : null;

type ListToolsProps = OnAdd & { board: Board };

export const ListTools = ({ board: { table, pages, selected }, onAdd }: ListToolsProps): ReactElement => {
  const watches = useMay('P_live');
  return (
    <TableTools
      table={table}
      count={t('{count} devices', { count: table.rows.length })}
      note={t('State and device are always shown.')}
    >
      <AddButton onAdd={onAdd} />
      <FullViewButton />
      <BroadcastButton selected={selected} />
      <BatchButton selected={selected} />
      {watches && (
        <Button look="bare" icon="fullscreen" onClick={() => openOverlay({ kind: 'mosaic', streams: MOSAIC_STREAMS })}>
          {t('Full screen')}
        </Button>
      )}
      <Button look="bare" icon="table" aria-pressed={pages.all} onClick={() => pages.showAll(!pages.all)}>
        {t('All rows')}
      </Button>
    </TableTools>
  );
};
