// Whether the list of recent alarms is open: the bell opens it, and so does the toast that counts what has no toast of its own.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const panel = createStore(() => ({ open: false }));

export const setAlarmPanel = (open: boolean): void => panel.setState({ open });
export const isAlarmPanelOpen = (): boolean => panel.getState().open;
export const useAlarmPanel = (): boolean => useStore(panel, (s) => s.open);
