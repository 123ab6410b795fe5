// A store in which no terminal is known and everything is stored, for tests of what is not about admission. Not for production.
import type { AdmissionStore } from './store/admissions.ts';

export const noAdmissions: AdmissionStore = {
  terminals: () => Promise.resolve([]),
  keysOf: () => Promise.resolve([]),
  devices: () => Promise.resolve([]),
  leaves: () => Promise.resolve([]),
  save: (admissions) => Promise.resolve(new Set(admissions)),
  voidCode: () => Promise.resolve(),
  move: () => Promise.resolve(),
};
