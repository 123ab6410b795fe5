// State and actions of the device checklist: what is shown, what is ticked, a group that joins the choice.
import { postGroupDevices } from '@outrider/contract';
import { useMemo, useState } from 'react';
import { useSave } from '../../lib/calls.ts';
import type { FilterMode } from '../../live/device-state.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { merged, toggled, toggledAll } from './picker-rules.ts';
import { failureText } from '../../ui/toast.ts';

export type Picker = {
  readonly word: string;
  readonly mode: FilterMode;
  /** The ids that word and state let through. */
  readonly shown: readonly string[];
  readonly chosen: ReadonlySet<string>;
  /** At least one group is on its way. */
  readonly joining: boolean;
  /** Why a group could not be asked, until the next one is chosen; '' for none. */
  readonly problem: string;
  setWord: (word: string) => void;
  setMode: (mode: FilterMode) => void;
  toggle: (id: string) => void;
  toggleShown: () => void;
  clear: () => void;
  joinGroup: (groupid: string) => void;
};

type Ticked = readonly string[];

/** What is ticked, ids that are in no list included, is the caller's; `change` takes what is ticked now, as a setter of React's does. */
export const usePicker = (ticked: Ticked, change: (next: (before: Ticked) => Ticked) => void): Picker => {
  const [word, setWord] = useState('');
  const [mode, setMode] = useState<FilterMode>('all');
  const chosen = useMemo(() => new Set(ticked), [ticked]);
  const setChosen = (next: (before: ReadonlySet<string>) => ReadonlySet<string>): void =>
    change((before) => [...next(new Set(before))]);
  const shown = useDeviceIds({ mode, word: word.trim() });
  const { mutateAsync: ask } = useSave(postGroupDevices);
  const [joins, setJoins] = useState(0); // another group may be chosen before the first has been answered
  const [problem, setProblem] = useState('');
  const join = async (groupid: string): Promise<void> => {
    setJoins((before) => before + 1);
    setProblem('');
    try {
      const ids = await ask({ groupid: Number(groupid) });
      setChosen((before) => merged(before, ids));
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setJoins((before) => before - 1);
    }
  };
  return {
    word,
    mode,
    shown,
    chosen,
    joining: joins > 0,
    problem,
    setWord,
    setMode,
    toggle: (id) => setChosen((before) => toggled(before, id)),
    toggleShown: () => setChosen((before) => toggledAll(before, shown)),
    clear: () => change(() => []),
    joinGroup: (groupid) => void join(groupid),
  };
};
