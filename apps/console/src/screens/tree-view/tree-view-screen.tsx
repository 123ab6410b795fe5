// The tree view: layouts and the device tree on the left, the tiles of the chosen layout on the right. Layout and wiring only.
import { useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import Offcanvas from 'react-bootstrap/Offcanvas';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { DeviceTree } from './parts/device-tree.tsx';
import { LayoutBar } from './parts/layout-bar.tsx';
import { TileArea } from './parts/tile-area.tsx';
import styles from './tree-view.module.css';
import { useTreeView } from './use-tree-view.ts';
import type { TreeView } from './use-tree-view.ts';

const NotKept = ({ view }: { view: TreeView }): ReactElement | null =>
  view.choice.kept ? null : (
    <p className={styles.notKept} role="alert">
      {t('This browser refuses to keep layouts. They last until this page is left.')}
    </p>
  );

/** Some browsers keep full screen for videos: then there is no button. */
const FullScreen = ({ onClick }: { onClick: () => void }): ReactElement | null =>
  document.fullscreenEnabled ? (
    <Button icon="fullscreen" className={styles.fullScreen ?? ''} onClick={onClick}>
      {t('Full Screen')}
    </Button>
  ) : null;

type ColumnProps = { view: TreeView; fullScreen: ReactNode };

const Column = ({ view, fullScreen }: ColumnProps): ReactElement => (
  <aside className={styles.column} aria-label={t('Layout and devices')}>
    <LayoutBar choice={view.choice} />
    <NotKept view={view} />
    <DeviceTree view={view} />
    <div className={styles.foot}>{fullScreen}</div>
  </aside>
);

/** On a phone the tree is a drawer: it closes when a look at the tiles is wanted. */
const PhoneHead = ({ view, fullScreen }: ColumnProps): ReactElement => {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <div className={styles.phoneHead}>
      <Button look="primary" icon="tree" onClick={() => setOpen(true)}>
        {t('Devices')}
      </Button>
      {fullScreen}
      <LayoutBar choice={view.choice} />
      <NotKept view={view} />
      {open && (
        <Offcanvas show onHide={close} placement="start" aria-label={t('Devices')} className={styles.drawer ?? ''}>
          <div className={styles.drawerHead}>
            <strong>{t('Devices')}</strong>
            <span className="soft num">{t('{count} tiles', { count: view.wraps.length })}</span>
            <Button look="bare" icon="close" aria-label={t('Close')} onClick={close} />
          </div>
          <DeviceTree view={view} />
        </Offcanvas>
      )}
    </div>
  );
};

const Loaded = (): ReactElement => {
  const view = useTreeView();
  const phone = usePhone();
  const area = useRef<HTMLDivElement>(null);
  const fullScreen = (
    <FullScreen
      onClick={() => {
        area.current?.requestFullscreen().catch(() => {}); // the browser refuses: everything stays as it is
      }}
    />
  );
  return (
    <div className={styles.screen}>
      {phone ? <PhoneHead view={view} fullScreen={fullScreen} /> : <Column view={view} fullScreen={fullScreen} />}
      <TileArea view={view} ref={area} />
    </div>
  );
};

export const TreeViewScreen = (): ReactElement => (
  <>
    <h1 className="visually-hidden">{t('Tree view')}</h1>
    {useDevicesLoaded() ? <Loaded /> : <Skeleton />}
  </>
);
