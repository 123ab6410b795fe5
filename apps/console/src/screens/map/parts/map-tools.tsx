// The tools at the edge of the map: the whole fleet, zoom, clusters, labels, the map's sources for the administrator, the keys.
import type { ReactElement } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../live/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { labelKinds } from '../map-marks.ts';
import type { LabelKind } from '../map-marks.ts';
import styles from '../map.module.css';
import type { MapView } from '../use-map-view.ts';

const labelText = (kind: LabelKind): string =>
  ({ id: t('Device ID'), driver: t('Driver'), memo: t('Device Memo') })[kind];

type Settings = { onSources: () => void; onPlaces: () => void };

const ViewMenu = ({ view, onSources, onPlaces }: { view: MapView } & Settings): ReactElement => {
  const admin = useMay('admin');
  return (
    <Dropdown align="end" className={styles.viewMenu}>
      <Dropdown.Toggle
        as="button"
        type="button"
        className={styles.tool}
        aria-label={t('What the map shows')}
        title={t('What the map shows')}
      >
        <Icon name="layers" />
      </Dropdown.Toggle>
      <Dropdown.Menu>
        <Dropdown.Header aria-level={2}>{t('Label')}</Dropdown.Header>
        {labelKinds.map((kind) => (
          <Dropdown.Item
            as="button"
            type="button"
            key={kind}
            active={view.label === kind}
            onClick={() => view.setLabel(kind)}
          >
            {labelText(kind)}
          </Dropdown.Item>
        ))}
        <Dropdown.Divider />
        <Dropdown.Item
          as="button"
          type="button"
          active={view.clusters}
          onClick={() => view.setClusters(!view.clusters)}
        >
          {t('Join markers that overlap')}
        </Dropdown.Item>
        {admin && (
          <>
            <Dropdown.Divider />
            <Dropdown.Item as="button" type="button" onClick={onSources}>
              {t('Source of the map…')}
            </Dropdown.Item>
            <Dropdown.Item as="button" type="button" onClick={onPlaces}>
              {t('Names of places…')}
            </Dropdown.Item>
          </>
        )}
      </Dropdown.Menu>
    </Dropdown>
  );
};

type ToolProps = { icon: 'fit' | 'plus' | 'minus' | 'help'; text: string; disabled?: boolean; onPress: () => void };

const Tool = ({ icon, text, disabled = false, onPress }: ToolProps): ReactElement => (
  <Button
    look="bare"
    className={styles.tool ?? ''}
    icon={icon}
    aria-label={text}
    title={text}
    disabled={disabled}
    onClick={onPress}
  />
);

type MapToolsProps = { view: MapView; onHelp: () => void } & Settings;

export const MapTools = ({ view, onHelp, ...settings }: MapToolsProps): ReactElement => (
  <div className={styles.tools} role="toolbar" aria-label={t('Map tools')} aria-orientation="vertical">
    <div className={styles.toolGroup}>
      <Tool icon="plus" text={t('Zoom in')} disabled={view.codeMissing} onPress={() => view.map?.zoomBy(1)} />
      <Tool icon="minus" text={t('Zoom out')} disabled={view.codeMissing} onPress={() => view.map?.zoomBy(-1)} />
    </div>
    <div className={styles.toolGroup}>
      <Tool icon="fit" text={t('Show the whole fleet')} disabled={view.codeMissing} onPress={() => view.map?.fit()} />
      <ViewMenu view={view} {...settings} />
      <Tool icon="help" text={t('Keys of the map')} onPress={onHelp} />
    </div>
  </div>
);
