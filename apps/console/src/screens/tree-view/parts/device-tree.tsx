// The device tree: devices with their channels and maps, ticked where they are shown.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { Tree } from '../../../ui/tree.tsx';
import type { TreeRow } from '../tree-rows.ts';
import styles from '../tree-view.module.css';
import { useTreeRows } from '../use-tree-rows.ts';
import type { TreeView } from '../use-tree-view.ts';
import { TreeItem } from './tree-item.tsx';

const channelOf = (row: TreeRow): number => (row.kind === 'channel' ? row.channel : 0);

export const DeviceTree = ({ view }: { view: TreeView }): ReactElement => {
  const { rows, fold } = useTreeRows(view.mapOffered);
  const shown = (row: TreeRow): boolean | undefined =>
    row.kind === 'device' ? undefined : view.shows(row.deviceId, row.kind, channelOf(row));
  if (rows.length === 0) return <EmptyState icon="search" title={t('No device matches the filter')} />;
  return (
    <div className={styles.tree}>
      <Tree
        label={t('Devices')}
        nodes={rows}
        checked={shown}
        onAct={(row) => {
          if (row.kind === 'device') fold(row.deviceId);
          else view.toggle(row.deviceId, row.kind, channelOf(row));
        }}
        onFold={({ deviceId }) => fold(deviceId)}
        onKey={(key, { deviceId }) => {
          if (key === 'a') view.toggleDevice(deviceId);
        }}
      >
        {(row) => <TreeItem row={row} shown={shown(row) === true} view={view} />}
      </Tree>
    </div>
  );
};
