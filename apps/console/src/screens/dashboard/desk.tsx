// The dashboard on a desk: the table, and behind a divider the selected device, or the devices of the page as tiles.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useScaled } from '../../lib/text-scale.ts';
import { useDevice } from '../../live/hooks.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import { Pager } from '../../ui/pager.tsx';
import { SplitPane, useUsualWidth } from '../../ui/split-pane.tsx';
import styles from './dashboard.module.css';
import { DeviceTable } from './device-table.tsx';
import { EmptyBoard } from './empty-board.tsx';
import { DevicePanel } from './panel/device-panel.tsx';
import { TileBoard } from './tiles/tile-board.tsx';
import type { Board } from './use-dashboard.ts';

const PANE = { usual: 360, min: 280, max: 720 };
const TILES = { share: 0.4, usual: 640, min: 220, max: 1200 };
/** Page numbers on each side of the current one. */
const PAGE_REACH = { side: 10 };

export const ListPager = ({ board: { pages } }: { board: Board }): ReactElement | null =>
  pages.all || pages.pages === 1 ? null : (
    <Pager page={pages.page} pages={pages.pages} reach={PAGE_REACH} onPage={pages.toPage} />
  );

export const Desk = ({ board }: { board: Board }): ReactElement => {
  const [panelWidth, setPanelWidth] = usePreference('dashboardPane');
  const [tilesWidth, setTilesWidth] = usePreference('dashboardTiles');
  const { selected = '', select, pages } = board;
  const known = useDevice(selected) !== undefined;
  const hasMap = useSession(mapEnabled);
  const usualPanel = useUsualWidth(PANE.usual);
  const [mostPanel, mostTiles, usualTiles] = [useScaled(PANE.max), useScaled(TILES.max), useScaled(TILES.usual)];
  const isEmpty = board.table.rows.length === 0;
  const table = (
    <div className={styles.left}>
      {isEmpty ? <EmptyBoard filter={board.filter} /> : <DeviceTable board={board} />}
      <ListPager board={board} />
    </div>
  );
  if (known)
    return (
      <SplitPane
        label={t('Width of the details')}
        width={Number(panelWidth) || usualPanel}
        min={PANE.min}
        max={mostPanel}
        onWidth={(next) => setPanelWidth(String(next))}
        left={table}
        right={<DevicePanel key={selected} id={selected} onClose={() => select(undefined)} />}
      />
    );
  if (!hasMap || pages.all || isEmpty) return table;
  return (
    <SplitPane
      label={t('Width of the tiles')}
      width={Number(tilesWidth) || Math.min(usualTiles, Math.round(globalThis.innerWidth * TILES.share))}
      min={TILES.min}
      max={mostTiles}
      onWidth={(next) => setTilesWidth(String(next))}
      left={table}
      right={<TileBoard rows={pages.rows} onSelect={select} />}
    />
  );
};
