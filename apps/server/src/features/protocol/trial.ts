// Ports that nobody has used yet may be ones that nobody can reach. A start with others than those proven last is a trial: somebody of
// level 0 uses the console within two minutes, or the server goes back to the proven ones and starts again.
import { isDeepStrictEqual } from 'node:util';
import { protocolSetting } from '@outrider/contract';
import { z } from 'zod';
import type { Caller } from '../../kernel/access/access.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Settings } from '../settings/index.ts';

const PROVEN = 'protocol-proven';
const TRIAL_MS = 120_000;
/** How it ends counts when it is stored; what could not be is tried again so often. */
const RETRY_MS = 15_000;

/** As it is stored; `{}` for nothing. */
const stored = z.record(z.string(), z.unknown());
type Stored = z.output<typeof stored>;

export type TrialKit = {
  settings: Pick<Settings, 'get' | 'set' | 'remove'>;
  clock: Clock;
  log: Log;
  /** Ends the process so that it is started again; undefined where nothing would. */
  restart: (() => void) | undefined;
};

export type Trial = {
  readonly isOn: boolean;
  /** Somebody was let in by the console's port. */
  seen(caller: Pick<Caller, 'level'>): void;
  /** What is stored now is what this server was started with. */
  prove(): Promise<void>;
  /** From now on the time counts. */
  begin(): void;
  close(): void;
};

const both = ({ settings }: Pick<TrialKit, 'settings'>): { saved: Stored; proven: Stored } => ({
  saved: settings.get(protocolSetting.key, stored) ?? {},
  proven: settings.get(PROVEN, stored) ?? {},
});

/** Takes back what was saved since the last ports that somebody used. */
export const goBack = async (kit: Pick<TrialKit, 'settings'>): Promise<void> => {
  const { proven } = both(kit);
  const { settings } = kit;
  if (Object.keys(proven).length === 0) await settings.remove(protocolSetting.key);
  else await settings.set(protocolSetting.key, proven);
};

export const createTrial = (kit: TrialKit): Trial => {
  const { settings, clock, log, restart } = kit;
  const { saved, proven } = both(kit);
  let isOn = !isDeepStrictEqual(saved, proven);
  let [wasSeen, isLeaving, isClosed] = [false, false, false];
  let timer: Timer | undefined;
  const tryAgain = (work: () => Promise<void>): void => {
    if (!isClosed) timer = clock.after(RETRY_MS, () => void work());
  };
  const keep = async (): Promise<void> => {
    try {
      await settings.set(PROVEN, saved);
      isOn = false;
    } catch (err) {
      log.error('that the ports can be reached was not stored, tried again later', { err });
      tryAgain(keep);
    }
  };
  /** Until that is stored, somebody may still come. */
  const leave = async (): Promise<void> => {
    isLeaving = true;
    try {
      await goBack(kit);
      isOn = false;
    } catch (err) {
      isLeaving = false;
      log.error('the ports before were not stored, tried again later', { err });
      return tryAgain(leave);
    }
    restart?.();
  };
  return {
    get isOn() {
      return isOn;
    },
    seen({ level }) {
      if (!isOn || wasSeen || isLeaving || level !== 0) return;
      wasSeen = true;
      timer?.cancel();
      void keep();
    },
    prove: () => settings.set(PROVEN, both(kit).saved),
    begin() {
      if (!isOn || wasSeen) return;
      timer = clock.after(TRIAL_MS, () => {
        log.warn('nobody of level 0 used the console by its new ports: back to those before', {
          restarts: restart !== undefined,
        });
        void leave();
      });
    },
    close() {
      isClosed = true;
      timer?.cancel();
    },
  };
};
