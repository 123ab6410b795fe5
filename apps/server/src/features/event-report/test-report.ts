// For tests: a scheduled report of one day as the store has it.
import type { StoredReport } from './store.ts';

export const testReport: Omit<StoredReport, 'id'> = {
  userId: 1,
  userName: 'admin',
  enabled: true,
  profile: 'Depot',
  type: 'event detail',
  periodMinutes: 1440,
  imperial: false,
  sender: '',
  receivers: '',
  allDevices: false,
  script: '',
  memo: '',
  events: '',
  zoneSeconds: 0,
  sinceMs: 1000,
  updatedMs: 1000,
  updatedBy: 'admin',
};
