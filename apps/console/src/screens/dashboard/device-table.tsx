// The fleet as a table: what a press on a row does, and the dialogs that rows open.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { PtzPad } from '../../parts/ptz/ptz-pad.tsx';
import { TableView } from '../../parts/table/table-view.tsx';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';
import type { Board } from './use-dashboard.ts';
import { PAGE_ROWS } from './use-pages.ts';

/** Which dialog a row has opened; `dialogs` opens them. */
export const useRowDialogs = () => {
  const [removing, setRemoving] = useState<string>();
  const [steering, setSteering] = useState<string>();
  return {
    dialogs: { onPtz: setSteering, onRemove: setRemoving },
    drawn: (
      <>
        {removing !== undefined && <RemoveDeviceDialog id={removing} onClose={() => setRemoving(undefined)} />}
        {steering !== undefined && <PtzPad id={steering} onClose={() => setSteering(undefined)} />}
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
