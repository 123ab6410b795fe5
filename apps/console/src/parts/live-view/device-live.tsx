// One device's live view, on its page and in the popup: the list of others beside it, the head line, the tiles, or what was recorded just
// now in the place of one of them or of all.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { LiveHeadLine } from './live-head-line.tsx';
import styles from './live-view.module.css';
import { LookBack } from './look-back.tsx';
import { OfflineDevice } from './offline-device.tsx';
import { SideList } from './side-list.tsx';
import { TileGrid } from './tile-grid.tsx';
import { useBack } from './use-back.ts';
import { useLiveView } from './use-live-view.ts';

type DeviceLiveProps = {
  id: string;
  /** How many channels may be on. */
  most: number;
  /** Another device was chosen; without it the list leads to the devices' pages. */
  onChoose?: (id: string) => void;
  badge?: string | undefined;
};

/** A device that was online once keeps its tiles, with their last pictures and the word 'offline'. Give it the id as key. */
export const DeviceLive = ({ id, most, onChoose, badge }: DeviceLiveProps): ReactElement => {
  const view = useLiveView(id, most, onChoose === undefined);
  const phone = usePhone();
  const back = useBack(view.on);
  const inDialog = onChoose !== undefined;
  const [opened, setOpened] = useState(false);
  if (view.online && !opened) setOpened(true);
  const watchable = view.known && (view.online || opened);
  return (
    <div className={styles.screen}>
      <div className={styles.stage} {...back.drag}>
        {watchable ? (
          <>
            <LiveHeadLine view={view} back={back} />
            {back.all === undefined ? (
              <TileGrid view={view} phone={phone} inDialog={inDialog} badge={badge} back={back} />
            ) : (
              <LookBack view={view} back={back} now={back.all} phone={phone} inDialog={inDialog} />
            )}
          </>
        ) : (
          <OfflineDevice id={id} />
        )}
      </div>
      {!phone && <SideList current={id} onChoose={onChoose} />}
    </div>
  );
};
