// What an update has come to after what was heard of it. A pure decision: nothing is done here, and nothing is believed but a version that
// the device itself said.
import type { UpdateReason } from '@outrider/contract';
import type { UpgradeNews } from '../../gateway/index.ts';
import type { Standing, StoredUpdate } from './store/updates.ts';

export type UpdateEvent =
  /** The device said yes, or nobody knows whether it heard. */
  | { kind: 'told' }
  | { kind: 'failed'; reason: UpdateReason }
  /** Nobody tells it any more. */
  | { kind: 'cancelled'; reason: UpdateReason }
  | { kind: 'news'; news: UpgradeNews }
  /** So much of the file went to the device, which says nothing of it itself. */
  | { kind: 'fetched'; percent: number }
  /** It was asked, and has this one. `last`: it will not be waited for any longer. */
  | { kind: 'version'; version: string; last: boolean };

/** Where each step stands in per cent: what is fetched counts as it is, and 100 is for the version alone. */
const MOST_FETCHED = 95;
const AT = { told: 1, downloaded: 96, installing: 97, checking: 98 } as const;

const fetched = (now: Standing, percent: number): Standing =>
  now.state === 'told' || now.state === 'downloading'
    ? {
        ...now,
        state: percent >= 100 ? 'downloaded' : 'downloading',
        percent: percent >= 100 ? AT.downloaded : Math.max(now.percent, Math.min(MOST_FETCHED, percent)),
      }
    : now;

/** Its own word counts more than what went to it: much of a file may lie on the way. */
const downloading = (now: Standing, percent: number): Standing =>
  now.state === 'told' || now.state === 'downloading' || now.state === 'downloaded'
    ? { ...now, state: 'downloading', percent: Math.max(AT.told, Math.min(MOST_FETCHED, percent)) }
    : now;

const failed = (now: Standing, reason: UpdateReason): Standing => ({ ...now, state: 'failed', percent: 0, reason });

const afterNews = (now: Standing, { step, percent, reason }: UpgradeNews): Standing => {
  switch (step) {
    case 'failed':
      return failed(now, reason === '' ? 'other' : reason);
    case 'installed':
      return { ...now, state: 'checking', percent: AT.checking };
    case 'installing':
      return now.state === 'checking' ? now : { ...now, state: 'installing', percent: AT.installing };
    case 'downloaded':
      return fetched(now, 100);
    case 'downloading':
      return downloading(now, percent ?? 0);
  }
};

type Known = Pick<StoredUpdate, 'fromVersion' | 'toVersion'>;
/** Where nobody knows what it had and what it should have, its word that it has installed the file counts. */
const isNew = ({ state }: Standing, { fromVersion, toVersion }: Known, version: string): boolean => {
  if (toVersion !== '') return version === toVersion;
  return fromVersion === '' ? state === 'checking' : version !== fromVersion;
};

const afterVersion = (now: Standing, known: Known, version: string, last: boolean): Standing => {
  if (isNew(now, known, version)) return { state: 'done', percent: 100, reason: '', version };
  if (now.state === 'checking') return { ...failed(now, 'old-version'), version };
  return last ? { ...failed(now, 'silent'), version } : now;
};

/** What is over stays as it is. */
export const afterEvent = (now: Standing, known: Known, event: UpdateEvent): Standing => {
  if (now.state === 'done' || now.state === 'failed' || now.state === 'cancelled') return now;
  switch (event.kind) {
    case 'told':
      return now.state === 'waiting' ? { ...now, state: 'told', percent: AT.told } : now;
    case 'failed':
      return failed(now, event.reason);
    case 'cancelled':
      return now.state === 'waiting' ? { ...now, state: 'cancelled', percent: 0, reason: event.reason } : now;
    case 'news':
      return now.state === 'waiting' ? now : afterNews(now, event.news);
    case 'fetched':
      return fetched(now.state === 'waiting' ? { ...now, state: 'told' } : now, event.percent);
    case 'version':
      return now.state === 'waiting' ? now : afterVersion(now, known, event.version, event.last);
  }
};

export const isOver = ({ state }: Pick<Standing, 'state'>): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';
