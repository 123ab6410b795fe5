// State and actions of the device picker: what is shown, what is ticked, a group that joins the choice.
import { postGroupDevices } from '@outrider/contract';
import { useState } from 'react';
import { useSave } from '../../lib/calls.ts';
import type { FilterMode } from '../../live/device-state.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { merged, toggled, toggledAll } from './picker-rules.ts';

export type Picker = {
  readonly word: string;
  readonly mode: FilterMode;
  /** The ids that word and state let through. */
  readonly shown: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly joining: boolean;
  /** Why the last group could not be asked; '' for none. */
  readonly problem: string;
  setWord: (word: string) => void;
  setMode: (mode: FilterMode) => void;
  toggle: (id: string) => void;
  toggleShown: () => void;
  clear: () => void;
  joinGroup: (groupid: string) => void;
};

/** Begins with `start` ticked, ids that are in no list included. */
export const usePicker = (start: readonly string[]): Picker => {
  const [word, setWord] = useState('');
  const [mode, setMode] = useState<FilterMode>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(start));
  const shown = useDeviceIds({ mode, word: word.trim() });
  const group = useSave(postGroupDevices);
  return {
    word,
    mode,
    shown,
    chosen,
    joining: group.isPending,
    problem: group.error?.message ?? '',
    setWord,
    setMode,
    toggle: (id) => setChosen((before) => toggled(before, id)),
    toggleShown: () => setChosen((before) => toggledAll(before, shown)),
    clear: () => setChosen(new Set()),
    joinGroup: (groupid) =>
      group.mutate({ groupid: Number(groupid) }, { onSuccess: (ids) => setChosen((before) => merged(before, ids)) }),
  };
};
