// Which devices the operator wants to see: the mode of the status line, the word of the filter box, the chosen group. Remembered.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readPreference, writePreference } from '../lib/preferences.ts';
import { filterModes } from './device-state.ts';
import type { DeviceFilter, FilterMode } from './device-state.ts';

const storedMode = (): FilterMode => filterModes.find((mode) => mode === readPreference('filterMode')) ?? 'all';

const filterStore = createStore<DeviceFilter>(() => ({
  mode: storedMode(),
  word: readPreference('filterWord'),
}));

export const setFilterMode = (mode: FilterMode): void => {
  filterStore.setState({ mode });
  writePreference('filterMode', mode);
};

export const setFilterWord = (word: string): void => {
  filterStore.setState({ word });
  writePreference('filterWord', word);
};

/** The devices of the chosen group; undefined for all. */
export const setFilterGroup = (only: ReadonlySet<string> | undefined): void => filterStore.setState({ only });

/** The filter as it stands. */
export const useFilter = (): DeviceFilter => useStore(filterStore);
export const readFilter = (): DeviceFilter => filterStore.getState();
