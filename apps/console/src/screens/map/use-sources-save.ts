// Saves where the map takes its pictures from: the map that came along, or online tiles.
import { mapSetting } from '@outrider/contract';
import type { MapChoice } from '@outrider/contract';
import { useNavigate } from 'react-router';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { showToast } from '../../ui/toast.ts';

/** The best-known provider of online tiles; its operators ask heavy users to find another. */
export const suggestion: MapChoice = {
  mode: 'online',
  tilesUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  attribution: '© OpenStreetMap contributors',
  maxZoom: 19,
};
const OFFLINE: MapChoice = { mode: 'offline', tilesUrl: '', attribution: '', maxZoom: 5 };

export const useSourcesSave = () => {
  const save = useSave(mapSetting.save, [mapSetting.load]);
  const navigate = useNavigate();
  return {
    busy: save.isPending,
    keepOffline: (onDone: () => void) =>
      save.mutate(OFFLINE, {
        onSuccess: onDone,
        onError: (error) => showToast('error', t('Save Error'), error.message),
      }),
    /** Then loads the page again: which servers it may contact is settled when it is loaded. */
    choose: async (choice: MapChoice): Promise<void> => {
      await save.mutateAsync(choice);
      void navigate(0);
    },
  };
};
