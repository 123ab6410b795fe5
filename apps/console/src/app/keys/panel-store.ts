// Which of the shell's own panels is open: the quick bar, or the list of keys.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type Panel = 'quick' | 'keys';

const store = createStore<{ open: Panel | undefined }>(() => ({ open: undefined }));

export const openPanel = (open: Panel): void => store.setState({ open });
export const closePanel = (): void => store.setState({ open: undefined });
export const usePanel = (): Panel | undefined => useStore(store, (s) => s.open);
