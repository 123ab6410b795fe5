// Whether places are named beside positions, and by whom. The map has the same form in a dialog.
import { getNominatimStatus, placesSetting } from '@outrider/contract';
import type { ReactElement } from 'react';
import { placesRows } from '../../parts/place-name/places-rows.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';

export const PlacesTab = (): ReactElement => (
  <SettingPanel setting={placesSetting} stale={[getNominatimStatus]} rows={placesRows()} />
);
