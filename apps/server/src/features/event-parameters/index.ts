// What an administrator says of fetching for events: whether footage is fetched, what of it first, and how much room what came of it may
// take. Who fetches asks the rule; what is too much is removed by quotas.ts.
import { type EventParameters, eventParametersSetting, quotaMb } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { type Quota, Quotas } from './quotas.ts';

export type { Quota, RoomSource } from './quotas.ts';

export type FetchRule = {
  /** Whether footage is fetched from devices for events. */
  isOn(): boolean;
  /** By when it happened. */
  order(): 'oldest' | 'newest';
  /** Hears of each change until it is called off. */
  hear(changed: () => void): () => void;
};

/** What has room of its own. */
export const shares = ['footage', 'snapshots', 'sd', 'sent'] as const;
export type Share = (typeof shares)[number];

export type EventParameterFeature = {
  rule: FetchRule;
  /** Most MB of each; 0: no limit. */
  limits(): Record<Share, number>;
  /** Keeps each share to its limit from now on. Close it. */
  keep(sources: Record<Share, Quota['sources']>): { metrics(): Record<string, number>; close(): Promise<void> };
  calls: CallHandler[];
  close(): void;
};

const MEGABYTE = 1024 * 1024;
const BY_DEFAULT: EventParameters = {
  videoDownload: true,
  downloadOldfirst: true,
  footagesize: '',
  snapsize: '',
  sdsize: '',
  autouploadsize: '',
};

export type EventParameterKit = { settings: Pick<Settings, 'follow' | 'state' | 'save'>; clock: Clock; log: Log };

export const eventParameterFeature = ({ settings, clock, log }: EventParameterKit): EventParameterFeature => {
  let chosen = BY_DEFAULT;
  const listeners = new Set<() => void>();
  const close = settings.follow(eventParametersSetting, (held) => {
    chosen = held?.eventParams ?? BY_DEFAULT;
    for (const tell of listeners) tell();
  });
  const limits = (): Record<Share, number> => ({
    footage: quotaMb(chosen.footagesize),
    snapshots: quotaMb(chosen.snapsize),
    sd: quotaMb(chosen.sdsize),
    sent: quotaMb(chosen.autouploadsize),
  });
  const hear: FetchRule['hear'] = (changed) => {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  };
  return {
    rule: {
      isOn: () => chosen.videoDownload,
      order: () => (chosen.downloadOldfirst ? 'oldest' : 'newest'),
      hear,
    },
    limits,
    keep(sources) {
      const quotas = new Quotas({
        clock,
        log,
        quotas: shares.map((share) => ({
          what: share,
          sources: sources[share],
          maxBytes: () => limits()[share] * MEGABYTE,
        })),
      });
      const end = hear(() => quotas.look());
      quotas.look();
      return {
        metrics: () => ({ quota_bytes_removed_total: quotas.removedBytes }),
        close: () => {
          end();
          return quotas.close();
        },
      };
    },
    calls: settingCalls(settings, eventParametersSetting, () => ({ eventParams: chosen })),
    close,
  };
};
