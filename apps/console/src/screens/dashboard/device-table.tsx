// The fleet as a table: its columns, what a press on a row does, and the dialogs that rows open.
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { useMay } from '../../live/session.ts';
import { PtzPad } from '../../parts/ptz/ptz-pad.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { dashboardColumns } from './columns.tsx';
import type { ChoosableColumn } from './column-choice.ts';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';
import type { DeviceRow } from './row-order.ts';
import type { Board } from './use-dashboard.ts';

type DeviceTableProps = { board: Board; shown: readonly ChoosableColumn[] };

/** A press selects a row, two presses or Enter open its live view. */
export const DeviceTable = ({ board, shown }: DeviceTableProps): ReactElement => {
  const navigate = useNavigate();
  const unit = useLengthUnit();
  const admin = useMay('admin');
  const [removing, setRemoving] = useState<string>();
  const [steering, setSteering] = useState<string>();
  const actions = useMemo(
    () => ({
      open: (id: string) => void navigate(`/liveview/${encodeURIComponent(id)}`),
      ptz: setSteering,
      remove: admin ? setRemoving : undefined,
    }),
    [admin, navigate],
  );
  const columns = useMemo(() => dashboardColumns(shown, unit, actions), [shown, unit, actions]);
  return (
    <>
      <DataTable
        label={t('Devices')}
        columns={columns}
        rows={board.rows}
        rowId={idOf}
        sort={board.sort}
        onSort={board.setSort}
        selectedId={board.selected}
        onSelect={({ id }) => board.select(id)}
        onOpen={({ id }) => actions.open(id)}
      />
      {removing !== undefined && <RemoveDeviceDialog id={removing} onClose={() => setRemoving(undefined)} />}
      {steering !== undefined && <PtzPad id={steering} onClose={() => setSteering(undefined)} />}
    </>
  );
};

const idOf = ({ id }: DeviceRow): string => id;
