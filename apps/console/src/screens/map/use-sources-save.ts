// Saves where the map takes its pictures from: the map that came along, or online tiles.
import { mapSetting } from '@outrider/contract';
import type { InputOf, MapChoice } from '@outrider/contract';
import { saveErrorText } from '../../parts/form/changed.ts';
import { useNavigate } from 'react-router';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { showFailure } from '../../ui/toast.ts';

/** The best-known provider of online tiles; its operators ask heavy users to find another. */
export const suggestion: MapChoice = {
  mode: 'online',
  tilesUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  attribution: '© OpenStreetMap contributors',
  maxZoom: 19,
};
/** What is saved, with the version that was seen. */
export type SourcesDraft = InputOf<typeof mapSetting.save>;

const OFFLINE: MapChoice = { mode: 'offline', tilesUrl: '', attribution: '', maxZoom: 5 };

export const useSourcesSave = () => {
  const save = useSave(mapSetting.save, [mapSetting.load]);
  const navigate = useNavigate();
  return {
    busy: save.isPending,
    keepOffline: (updatetime: number, onDone: () => void) =>
      save.mutate(
        { ...OFFLINE, updatetime },
        {
          onSuccess: onDone,
          onError: (error) => showFailure(t('Save Error'), error, saveErrorText(error)),
        },
      ),
    /** Then loads the page again: which servers it may contact is settled when it is loaded. */
    choose: async (choice: SourcesDraft): Promise<void> => {
      await save.mutateAsync(choice);
      void navigate(0);
    },
  };
};
