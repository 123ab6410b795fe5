// The key of Google's map tiles, and where maps begin.
import { getGoogleState, googleKeySetting, mapCenterSetting, mapSetting } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { Standing } from './standing.tsx';

const REFRESH_MS = 5000;

const Google = (): ReactElement | null => {
  const { data } = useCall(getGoogleState, {}, { refetchMs: REFRESH_MS });
  if (data === undefined) return null;
  const { chosen, ready, trouble } = data;
  return (
    <Standing
      title={t('Map of Google')}
      trouble={
        trouble === '' ? '' : t('Google gives no tiles: {reason}. The map is the offline one.', { reason: t(trouble) })
      }
    >
      {!chosen && <p className="soft">{t('It is not chosen. The menu of the map has the source of the map.')}</p>}
      {ready && <p className="soft">{t('It is chosen, and Google gives tiles.')}</p>}
    </Standing>
  );
};

export const GoogleMapTab = (): ReactElement => (
  <>
    <SettingPanel
      setting={googleKeySetting}
      stale={[getGoogleState, mapSetting.load]}
      heading={t('Google key')}
      intro={
        <p className="soft">
          {t(
            'With a key for the Map Tiles API Google can be chosen as the source of the map. Every browser that shows it is told the key: restrict it to the address of this server at Google. Without a key nothing is asked of Google.',
          )}
        </p>
      }
      rows={[{ control: 'text', key: 'googleKey', label: t('Google key'), autoComplete: 'off' }]}
    >
      <Google />
    </SettingPanel>
    <SettingPanel
      setting={mapCenterSetting}
      stale={[mapSetting.load]}
      heading={t('Center of the map')}
      intro={<p className="soft">{t('Where maps begin that have nothing else to show.')}</p>}
      rows={[
        [
          { control: 'number', key: 'lat', label: t('Latitude') },
          { control: 'number', key: 'lng', label: t('Longitude') },
        ],
      ]}
    />
  </>
);
