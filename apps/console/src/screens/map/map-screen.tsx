// The map screen: the fleet on a full-page map, the list over its left, the selected vehicle over its right. Layout and wiring only.
import { mapSetting } from '@outrider/contract';
import type { ReplyOf } from '@outrider/contract';
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { testId } from '../../lib/test-id.ts';
import { useFilter } from '../../live/filter.ts';
import { useCounters, useDeviceIds, useDevicesLoaded } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorPanel, Notice } from '../../ui/states.tsx';
import { neighbour } from './map-marks.ts';
import styles from './map.module.css';
import { InfoCard } from './parts/info-card.tsx';
import { KeysDialog } from './parts/keys-dialog.tsx';
import { MapTools } from './parts/map-tools.tsx';
import { PlacesDialog } from './parts/places-dialog.tsx';
import { SourcesDialog } from './parts/sources-dialog.tsx';
import { SourcesOffer } from './parts/sources-offer.tsx';
import { VehicleList } from './parts/vehicle-list.tsx';
import { VehiclePanel } from './parts/vehicle-panel.tsx';
import { useMapView } from './use-map-view.ts';
import type { MapView } from './use-map-view.ts';

/** Why there is no map, or no ground under it; nothing while all is well. */
const MapTrouble = ({ view }: { view: MapView }): ReactElement | null => {
  if (view.webgl !== 'yes')
    return (
      <div className={styles.trouble}>
        <EmptyState
          icon="map"
          title={
            view.webgl === 'browser'
              ? t('Your browser does not seem to support WebGL')
              : t('Your graphics card does not seem to support WebGL')
          }
        >
          {t('The list still shows every vehicle.')}
        </EmptyState>
      </div>
    );
  if (view.codeMissing)
    return (
      <div className={styles.trouble}>
        <EmptyState icon="offline" title={t('The map could not be loaded')}>
          {t('Load the page again when the server can be reached.')}
        </EmptyState>
      </div>
    );
  if (!view.groundFailing) return null;
  return (
    <div className={styles.ground}>
      <Notice tone="warn" icon="warning">
        {t('The background of the map does not load. Vehicles are still shown where they are.')}{' '}
        <Button look="bare" icon="refresh" onClick={() => view.map?.retryGround()}>
          {t('Try again')}
        </Button>
      </Notice>
    </div>
  );
};

const NoVehicles = (): ReactElement => {
  const admin = useMay('admin');
  return (
    <div className={styles.nobody}>
      <EmptyState
        icon="position"
        title={t('No vehicles yet')}
        action={admin ? <Link to="/connectrecorder">{t('Connect a recorder')}</Link> : undefined}
      >
        {t('A vehicle stands here as soon as its recorder is registered and has reported where it is.')}
      </EmptyState>
    </div>
  );
};

const useScreenKeys = (view: MapView, ids: readonly string[], onHelp: () => void): void => {
  const navigate = useNavigate();
  const live = useMay('P_live');
  const { selected, map } = view;
  const step = (by: 1 | -1) => (): void => {
    const id = neighbour(ids, selected, by);
    if (id !== undefined) view.select(id, 'near');
  };
  useKeys({
    j: step(1),
    k: step(-1),
    f: () => map?.fit(),
    '+': () => map?.zoomBy(1),
    '=': () => map?.zoomBy(1),
    '-': () => map?.zoomBy(-1),
    c: () => view.setClusters(!view.clusters),
    l: selected !== undefined && live ? () => void navigate(`/liveview/${encodeURIComponent(selected)}`) : undefined,
    escape: selected === undefined ? undefined : view.clear,
    '?': onHelp,
  });
};

const MapStage = ({ sources }: { sources: ReplyOf<typeof mapSetting.load> }): ReactElement => {
  const container = useRef<HTMLDivElement>(null);
  const view = useMapView(container, sources);
  const ids = useDeviceIds(useFilter());
  const loaded = useDevicesLoaded();
  const nobody = useCounters().all === 0;
  const admin = useMay('admin');
  const [dialog, setDialog] = useState<'keys' | 'sources' | 'places'>();
  const { selected } = view;
  useScreenKeys(view, ids, () => setDialog('keys'));
  return (
    <div className={styles.stage} data-panel={selected !== undefined}>
      <div ref={container} className={styles.map} {...testId('fleet-map')} />
      <MapTrouble view={view} />
      {loaded && nobody ? (
        <NoVehicles />
      ) : (
        <VehicleList ids={ids} label={view.label} selected={selected} onPick={(id) => view.select(id, 'largest')} />
      )}
      {view.webgl === 'yes' && (
        <MapTools
          view={view}
          onSources={() => setDialog('sources')}
          onPlaces={() => setDialog('places')}
          onHelp={() => setDialog('keys')}
        />
      )}
      {selected !== undefined && <VehiclePanel id={selected} view={view} sources={sources} />}
      {selected !== undefined &&
        createPortal(<InfoCard id={selected} label={view.label} onClose={view.clear} />, view.infoElement)}
      {admin && sources.offer && <SourcesOffer updatetime={sources.updatetime} onChoose={() => setDialog('sources')} />}
      {dialog === 'keys' && <KeysDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'places' && <PlacesDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'sources' && <SourcesDialog sources={sources} onClose={() => setDialog(undefined)} />}
    </div>
  );
};

export const MapScreen = (): ReactElement => {
  const sources = useCall(mapSetting.load, {});
  if (sources.data !== undefined) return <MapStage sources={sources.data} />;
  if (sources.error !== null) return <ErrorPanel error={sources.error} retry={() => void sources.refetch()} />;
  return (
    <output className={styles.waiting} aria-label={t('Loading')}>
      <span className={styles.waitingList} />
    </output>
  );
};
