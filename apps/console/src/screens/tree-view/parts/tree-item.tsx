// What a row of the device tree shows: a device with its state, one of its channels, or its map.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { deviceName, deviceNames, otherNames } from '../../../live/device-name.ts';
import { useDevice, useExtra } from '../../../live/hooks.ts';
import { DeviceGlyph } from '../../../parts/device-glyph.tsx';
import { channelName } from '../../../parts/tiles/tile-rules.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { TreeRow } from '../tree-rows.ts';
import styles from '../tree-view.module.css';
import type { TreeView } from '../use-tree-view.ts';

type RowOf<K extends TreeRow['kind']> = Extract<TreeRow, { kind: K }>;

const AllChannels = ({ deviceId, view }: { deviceId: string; view: TreeView }): ReactElement | null => {
  const channels = useDevice(deviceId)?.chmask ?? [];
  if (channels.length === 0) return null;
  const shown = channels.filter((channel) => view.shows(deviceId, 'channel', channel)).length;
  const all = shown === channels.length;
  const name = all ? t('Remove all channels') : t('Show all channels');
  return (
    <>
      {shown > 0 && (
        <span
          className={styles.count}
          title={t('{shown} of {count} channels are shown', { shown, count: channels.length })}
        >
          {shown}
        </span>
      )}
      <button
        type="button"
        className={styles.rowTool}
        aria-label={name}
        title={`${name} (A)`}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation(); // the row around it opens and closes
          view.toggleDevice(deviceId);
        }}
      >
        <Icon name={all ? 'minus' : 'plus'} />
      </button>
    </>
  );
};

const DeviceRow = ({ row, view }: { row: RowOf<'device'>; view: TreeView }): ReactElement => {
  const device = useDevice(row.deviceId);
  const beside = otherNames(row.deviceId, device);
  return (
    <>
      <Icon name={row.open ? 'down' : 'right'} size={12} />
      <DeviceGlyph id={row.deviceId} />
      <span className={styles.names} title={deviceNames(row.deviceId, device).join(' · ')}>
        <bdi>{deviceName(row.deviceId, device)}</bdi>
        {beside !== '' && <bdi className="soft num">{beside}</bdi>}
      </span>
      <AllChannels deviceId={row.deviceId} view={view} />
    </>
  );
};

const ChannelRow = ({ row, shown }: { row: RowOf<'channel'>; shown: boolean }): ReactElement => {
  const present = useDevice(row.deviceId)?.chmask ?? [];
  const names = useExtra(row.deviceId)?.chnames ?? [];
  return (
    <>
      <Icon name={shown ? 'check' : 'live'} size={14} />
      <bdi className={styles.leafName}>{channelName(row.channel, names, present)}</bdi>
    </>
  );
};

const MapRow = ({ shown }: { shown: boolean }): ReactElement => (
  <>
    <Icon name={shown ? 'check' : 'map'} size={14} />
    <span className={styles.leafName}>{t('Map')}</span>
  </>
);

type TreeItemProps = { row: TreeRow; shown: boolean; view: TreeView };

export const TreeItem = ({ row, shown, view }: TreeItemProps): ReactElement => (
  <>
    {row.kind === 'device' && <DeviceRow row={row} view={view} />}
    {row.kind === 'channel' && <ChannelRow row={row} shown={shown} />}
    {row.kind === 'map' && <MapRow shown={shown} />}
  </>
);
