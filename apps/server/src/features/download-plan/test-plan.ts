// For tests: a download plan that fetches footage of channels 1 and 3 for every event of its code.
import type { PlanValues } from './store.ts';

export const planOf = (changes: Partial<PlanValues> = {}): PlanValues => ({
  downloadtype: 1,
  downloadplan: [1, 3],
  streamtype: [3],
  preoffset: 20,
  postoffset: 5,
  entimepart: false,
  timepart: '',
  timezone: '',
  timeoffset: null,
  intermission: 0,
  enupload: false,
  upload: '',
  custompath: 0,
  accoffonly: false,
  maxbackupsecs: 0,
  snapshotmode: 0,
  mediatype: '1',
  ...changes,
});
