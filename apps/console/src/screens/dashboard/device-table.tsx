// The fleet as a table: what a press on a row does, and the dialogs that rows open.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { PtzPad } from '../../parts/ptz/ptz-pad.tsx';
import { TableView } from '../../parts/table/table-view.tsx';
import { AddDeviceDialog } from './add-device-dialog.tsx';
import type { DeviceToAdd } from './add-device-dialog.tsx';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';
import type { Board } from './use-dashboard.ts';
import { PAGE_ROWS } from './use-pages.ts';

/**
 * Which dialog a row or the line over the list has opened; `dialogs` and `onAdd` open them. They are drawn apart from rows: those come and
 * go with devices and pages, and what is typed stays.
 */
export const useRowDialogs = () => {
  const [removing, setRemoving] = useState<string>();
  const [steering, setSteering] = useState<string>();
  const [adding, setAdding] = useState<DeviceToAdd>();
  return {
    onAdd: setAdding,
    dialogs: { onPtz: setSteering, onRemove: setRemoving },
    drawn: (
      <>
        {removing !== undefined && <RemoveDeviceDialog id={removing} onClose={() => setRemoving(undefined)} />}
        {steering !== undefined && <PtzPad id={steering} onClose={() => setSteering(undefined)} />}
        {adding !== undefined && <AddDeviceDialog {...adding} onClose={() => setAdding(undefined)} />}
      </>
    ),
  };
};

/** A press selects a row, two presses or Enter open its live view. */
export const DeviceTable = ({ board }: { board: Board }): ReactElement => (
  <TableView
    label={t('Devices')}
    table={{ ...board.table, rows: board.pages.rows }}
    pageRows={board.pages.all ? undefined : PAGE_ROWS}
    selectedId={board.selected}
    onSelect={({ id }) => board.select(id)}
    onOpen={({ id }) => board.open(id)}
  />
);
