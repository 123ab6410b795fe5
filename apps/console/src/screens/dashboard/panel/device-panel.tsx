// The selected device beside the table: where it is, how fast, what to do with it, what it did today. Not: any list.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { useKeys } from '../../../lib/use-keys.ts';
import { deviceName } from '../../../live/device-name.ts';
import { stateOf } from '../../../live/device-state.ts';
import { useDevice } from '../../../live/hooks.ts';
import { live } from '../../../live/index.ts';
import { mapEnabled, useMay, useSession } from '../../../live/session.ts';
import { DeviceGauges } from '../../../parts/device-gauges.tsx';
import { DeviceGlyph } from '../../../parts/device-glyph.tsx';
import { openOverlay } from '../../../parts/overlay-store.ts';
import { PlaceName } from '../../../parts/place-name/place-name.tsx';
import { PtzPad } from '../../../parts/ptz/ptz-pad.tsx';
import { TalkButton } from '../../../parts/talk/talk-button.tsx';
import { MapTile } from '../../../parts/tiles/map-tile.tsx';
import { TrackButton } from '../../../parts/track-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { stateWord } from '../../../ui/state-glyph.tsx';
import { KindIcon } from '../cells.tsx';
import { AreasButton } from '../areas/areas-dialog.tsx';
import { CustomerFacts } from '../customer/customer-facts.tsx';
import { DayFigures } from './day-figures.tsx';
import { DeleteRecordings } from './delete-recordings.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { LogLinks } from './log-links.tsx';
import { OpenDeviceOrders } from './open-orders.tsx';
import { OrderActions } from './order-actions.tsx';
import styles from './device-panel.module.css';

const SetupButtons = ({ id }: { id: string }): ReactElement | null =>
  useMay('F_rmdvrs') ? (
    <>
      <Button icon="gear" onClick={() => openOverlay({ kind: 'deviceSetup', deviceId: id })}>
        {t('Remote Device Setting')}
      </Button>
      <AreasButton id={id} />
    </>
  ) : null;

type ActionsProps = { id: string; online: boolean; onPtz: () => void };

const Actions = ({ id, online, onPtz }: ActionsProps): ReactElement => {
  const navigate = useNavigate();
  const mayWatch = useMay('P_live');
  const mayPlay = useMay('P_lopb');
  const maySteer = useMay('F_ptz');
  const mayFetch = useMay('F_addcd');
  const mayEdit = useMay('F_lmdvrs');
  const hasMap = useSession(mapEnabled);
  const offline = online ? undefined : t('Device offline');
  return (
    <div className={styles.actions}>
      {mayWatch && (
        <Button
          look="primary"
          icon="live"
          disabled={!online}
          title={offline}
          onClick={() => openOverlay({ kind: 'liveView', deviceId: id })}
        >
          {t('Live')}
        </Button>
      )}
      {mayPlay && (
        <Button icon="playback" onClick={() => void navigate(`/splayback/${encodeURIComponent(id)}`)}>
          {t('Playback')}
        </Button>
      )}
      {hasMap && (
        <Button icon="map" onClick={() => void navigate(`/?device=${encodeURIComponent(id)}`)}>
          {t('Track')}
        </Button>
      )}
      <TrackButton deviceId={id} />
      <TalkButton deviceId={id} />
      {maySteer && (
        <Button icon="move" disabled={!online} title={offline} onClick={onPtz}>
          {t('PTZ')}
        </Button>
      )}
      {mayFetch && (
        <Button icon="storage" onClick={() => openOverlay({ kind: 'customEvent', deviceIds: [id] })}>
          {t('Custom event')}
        </Button>
      )}
      {mayEdit && (
        <Button
          icon="gear"
          onClick={() => openOverlay({ kind: 'deviceEditor', deviceId: id, onSaved: () => live().connection.reload() })}
        >
          {t('Device editor')}
        </Button>
      )}
      <SetupButtons id={id} />
      <OrderActions id={id} />
      <LogLinks id={id} online={online} />
      <DeleteRecordings id={id} />
    </div>
  );
};

/** Escape closes it as well. */
export const DevicePanel = ({ id, onClose }: { id: string; onClose: () => void }): ReactElement | null => {
  const device = useDevice(id);
  const hasMap = useSession(mapEnabled);
  const [steering, setSteering] = useState(false);
  useKeys({ escape: onClose });
  if (device === undefined) return null;
  const name = deviceName(id, device);
  return (
    <aside className={styles.panel} aria-label={t('Selected vehicle')}>
      <header className={styles.head}>
        <DeviceGlyph id={id} size={20} />
        <div className={styles.names}>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <span className="soft">
            <KindIcon device={device} /> {stateWord(stateOf(device))} · <span className="num">{id}</span>
          </span>
        </div>
        <Button look="bare" icon="close" aria-label={t('Close the details')} onClick={onClose} />
      </header>
      <div className={styles.scroll}>
        {hasMap && (
          <div className={styles.map}>
            <MapTile id={id} />
          </div>
        )}
        <PlaceName device={device} className={styles.place} />
        <DeviceGauges device={device} />
        <Actions id={id} online={device.status > 0} onPtz={() => setSteering(true)} />
        <CustomerFacts id={id} />
        <OpenDeviceOrders id={id} />
        <DayFigures daily={device.daily} />
        <DeviceFacts device={device} />
      </div>
      {steering && <PtzPad id={id} onClose={() => setSteering(false)} />}
    </aside>
  );
};
