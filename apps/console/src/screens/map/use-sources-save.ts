// Saves where the map takes its pictures from: the map that came along, or online tiles.
import { getMapSources, putMapSources } from '@outrider/contract';
import { useNavigate } from 'react-router';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { showToast } from '../../ui/toast.ts';

/** An online tile server: address with {z}, {x} and {y}, the words it wants shown, and how deep it goes. */
export type OnlineTiles = { tilesUrl: string; attribution: string; maxZoom: number };

/** The best-known provider; its operators ask heavy users to find another. */
export const suggestion: OnlineTiles = {
  tilesUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  attribution: '© OpenStreetMap contributors',
  maxZoom: 19,
};
const OFFLINE = { mode: 'offline', tilesUrl: '', attribution: '', maxZoom: 5 } as const;

const failed = (error: Error): void => showToast('error', t('Save Error'), error.message);

/** Saves the choice, then loads the page anew: which servers it may contact is settled when it is loaded. */
export const useSourcesSave = () => {
  const save = useSave(putMapSources, [getMapSources]);
  const navigate = useNavigate();
  return {
    busy: save.isPending,
    keepOffline: (onDone: () => void) => save.mutate(OFFLINE, { onSuccess: onDone, onError: failed }),
    goOnline: (tiles: OnlineTiles) =>
      save.mutate({ mode: 'online', ...tiles }, { onSuccess: () => void navigate(0), onError: failed }),
    goOffline: () => save.mutate(OFFLINE, { onSuccess: () => void navigate(0), onError: failed }),
  };
};
