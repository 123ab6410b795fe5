// The panel of the selected vehicle: its trail on a small map, speed and direction, the facts of its newest fix, what to do next.
import type { Device, MapSources } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { stateOf } from '../../../live/device-state.ts';
import { useDevice } from '../../../live/hooks.ts';
import { DeviceGlyph } from '../../../parts/device-glyph.tsx';
import { DeviceGauges } from '../../../parts/device-gauges.tsx';
import { coordinatesText, placeOf } from '../../../parts/device-place.ts';
import { TalkButton } from '../../../parts/talk/talk-button.tsx';
import { TrackButton } from '../../../parts/track-button.tsx';
import { PlaceName } from '../../../parts/place-name/place-name.tsx';
import { Button } from '../../../ui/button.tsx';
import { Age } from '../../../ui/live-text.tsx';
import { stateWord } from '../../../ui/state-glyph.tsx';
import { labelOf, markerOf } from '../map-marks.ts';
import { Fact } from '../../../ui/fact.tsx';
import styles from '../map.module.css';
import type { MapView } from '../use-map-view.ts';
import { LiveLink } from './live-link.tsx';
import { SpeedLegend } from './speed-legend.tsx';
import { TrailView } from './trail-view.tsx';

const Facts = ({ device }: { device: Device }): ReactElement => {
  const place = placeOf(device);
  const { time } = device.gps_info;
  return (
    <dl className={styles.facts}>
      <Fact name={place?.manual === true ? t('Manual location') : t('Position')}>
        {place === undefined ? '–' : coordinatesText(place)}
      </Fact>
      <Fact name={t('Last report')}>{time === null ? '–' : <Age timeMs={time} />}</Fact>
      {device.drivername !== '' && <Fact name={t('Driver')}>{device.drivername}</Fact>}
      {device.plate !== '' && <Fact name={t('Plate')}>{device.plate}</Fact>}
      {device.acc_on !== null && <Fact name={t('ACC')}>{device.acc_on ? t('On') : t('Off')}</Fact>}
      {device.satellites !== null && <Fact name={t('Satellites')}>{device.satellites}</Fact>}
    </dl>
  );
};

type VehiclePanelProps = { id: string; view: MapView; sources: MapSources };

export const VehiclePanel = ({ id, view, sources }: VehiclePanelProps): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  const marker = markerOf(device, view.label);
  const manual = placeOf(device)?.manual !== false;
  return (
    <aside className={styles.panel} aria-label={t('Selected vehicle')}>
      <header className={styles.panelHead}>
        <DeviceGlyph id={id} size={20} />
        <div className={styles.panelNames}>
          <h2>{labelOf(device, view.label)}</h2>
          <span className="soft">
            {stateWord(stateOf(device))} · {id}
          </span>
        </div>
        <Button look="bare" icon="close" aria-label={t('Close the panel')} onClick={view.clear} />
      </header>
      {marker !== undefined && view.webgl === 'yes' && (
        <TrailView key={id} sources={sources} marker={marker} trail={view.trail} />
      )}
      {view.trail.length > 1 && <SpeedLegend />}
      {manual && <p className={styles.manual}>{t('GPS signal not found')}</p>}
      <PlaceName device={device} className={styles.panelPlace} />
      <DeviceGauges device={device} />
      <Facts device={device} />
      <footer className={styles.panelFoot}>
        <LiveLink id={id} wide />
        <TrackButton deviceId={id} />
        <TalkButton deviceId={id} />
        {marker !== undefined && (
          <Button icon="follow" aria-pressed={view.following} onClick={() => view.follow(!view.following)}>
            {view.following ? t('Following') : t('Follow')}
          </Button>
        )}
      </footer>
    </aside>
  );
};
