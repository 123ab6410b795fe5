// What a tile says in words when it does not simply play, and what the operator can do about it. Pure apart from t().
import { readNoPicture } from '@outrider/contract';
import { t } from '../lib/i18n.ts';
import { formatDateTime, formatDay, formatTime } from '../lib/time.ts';
import type { PlayerPhase, PlayerStatus } from './messages.ts';

export type TileWords = {
  readonly title: string;
  readonly detail: string;
  /** It is being worked on: a spinner belongs to it. */
  readonly busy: boolean;
};

/** '14:02:31', with the day in front when it is another one. */
const momentText = (ms: number, nowMs: number): string =>
  formatDay(ms) === formatDay(nowMs) ? formatTime(ms) : formatDateTime(ms);

const busyPhases: ReadonlySet<PlayerPhase> = new Set(['connecting', 'waiting', 'reconnecting', 'buffering']);

/** Pictures came and could not be used: that says more than the state of the connection. */
const lacksParameters = ({ lacks, hasPicture, phase }: PlayerStatus): boolean =>
  lacks === 'parameters' && !hasPicture && (busyPhases.has(phase) || phase === 'timeout');

const titleOf = (status: PlayerStatus, nowMs: number): string => {
  if (lacksParameters(status)) return t('No picture yet: the recorder sent no parameters');
  const since = momentText(status.sinceMs, nowMs);
  const titles: Record<PlayerPhase, string> = {
    connecting: t('Connecting'),
    waiting: t('Waiting for the device'),
    playing: '',
    reconnecting: t('No signal since {time}', { time: since }),
    offline: t('Device offline'),
    refused: t('The device refused'),
    timeout: t('The device sent no picture'),
    forbidden: t('You may not watch this channel'),
    limit: t('Too many viewers'),
    unsupported: t('This browser cannot play {codec}', { codec: status.codec || t('this video') }),
    error: t('No connection to the stream since {time}', { time: since }),
    broken: t('The player stopped'),
    buffering: t('Loading'),
    gap: t('Nothing recorded until {time}', { time: since }),
    ended: t('End of the recording'),
    none: t('No Record'),
  };
  return titles[status.phase];
};

const retryText = ({ retryAtMs }: PlayerStatus, nowMs: number): string => {
  if (retryAtMs === undefined || retryAtMs <= nowMs) return '';
  return t('Next attempt in {seconds} s', { seconds: Math.ceil((retryAtMs - nowMs) / 1000) });
};

/** The server's words in the language of the page. */
const saidText = (message: string): string => {
  const place = readNoPicture(message);
  if (place === undefined) return t(message);
  return t('The device accepted but sent no picture to {address}, port {port}. Can it reach them?', place);
};

const hintOf = (status: PlayerStatus): string => {
  const { phase, stream, message } = status;
  if (lacksParameters(status)) return t('Restart the camera channel, or update the recorder.');
  if (phase !== 'unsupported') return saidText(message);
  return stream === 'main'
    ? t('The sub-stream of a recorder is often H.264, which every browser plays.')
    : t('Set this channel to H.264 in the recorder, or use a browser with an H.265 decoder.');
};

/** That the device's sound cannot be heard, and why; '' where it can, or there is none. */
export const muteWords = ({ mute }: PlayerStatus): string =>
  mute === undefined ? '' : t('Its sound ({coding}) cannot be played here', { coding: mute });

/** Undefined while it plays. */
export const tileWords = (status: PlayerStatus, nowMs: number): TileWords | undefined => {
  if (status.phase === 'playing') return undefined;
  const busy = busyPhases.has(status.phase);
  const plain = titleOf(status, nowMs);
  // The server often says the same and more: then its words are the title.
  const said = saidText(status.message);
  const more = said.startsWith(plain);
  const title = more ? said : plain;
  const detail = [more ? '' : hintOf(status), retryText(status, nowMs)].filter((part) => part !== '').join(' · ');
  return { title, detail, busy };
};
