// How far asking a device for the files of an alarm is, in plain words. Pure but for the language of the page.
import type { FileRequest, FileRequestReason } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { formatDateTime, formatDay, formatTime } from '../../lib/time.ts';

const reasonText = (reason: FileRequestReason): string => {
  switch (reason) {
    case '':
      return '';
    case 'offline':
      return t('The device went offline.');
    case 'refused':
      return t('The device refused.');
    case 'no-answer':
      return t('The device did not answer.');
    case 'sent-nothing':
      return t('The device agreed but sent nothing.');
    case 'broke-off':
      return t('The device did not send everything.');
    case 'fewer-files':
      return t('The device has fewer files than it announced.');
    case 'not-kept':
      return t('The server could not keep the files.');
    case 'not-registered':
      return t('The device is not registered any more.');
    case 'switched-off':
      return t('This server does not ask devices for the files of alarms.');
    case 'other':
      return t('Something went wrong.');
  }
};

/** A time of today without its day. */
const momentText = (ms: number, nowMs: number): string =>
  formatDay(ms) === formatDay(nowMs) ? formatTime(ms) : formatDateTime(ms);

const nextText = ({ online, tries, nexttry }: FileRequest, nowMs: number): string => {
  if (!online) return t('The device is offline. It is asked as soon as it is back.');
  if (nexttry === null) return '';
  if (tries === 0 || nexttry <= nowMs) return t('The device is asked in a moment.');
  return t('It is asked again at {time}.', { time: momentText(nexttry, nowMs) });
};

const countText = ({ arrived, announced }: FileRequest): string =>
  t('{arrived} of {count} files arrived.', { arrived, count: announced });

/** Whole per cent of what the device has listed; 100 only when all of it is there. */
const percentOf = ({ received, size }: FileRequest): number =>
  size === 0 ? 0 : Math.min(99, Math.floor((received / size) * 100));

/** Sentences one after the other; Chinese has no space between them. */
const join = (...sentences: readonly string[]): string =>
  sentences
    .filter((sentence) => sentence !== '')
    .join(' ')
    .replaceAll('。 ', '。');

/** '' where nothing is left to say: the files are there. */
export const requestText = (request: FileRequest, nowMs: number): string => {
  const { state, reason, online, arrived } = request;
  const count = countText(request);
  switch (state) {
    case 'done':
      return '';
    case 'receiving':
      return join(count, t('Receiving, {percent} %.', { percent: percentOf(request) }));
    case 'asked':
      return online
        ? join(count, t('The device was asked, waiting for it to send.'))
        : join(count, nextText(request, nowMs));
    case 'waiting':
      if (reason === 'switched-off') return join(count, reasonText(reason));
      // Away is away, however the newest try ended.
      return join(count, online ? reasonText(reason) : '', nextText(request, nowMs));
    case 'given-up':
      return join(arrived === 0 ? '' : count, t('Given up.'), reasonText(reason));
  }
};
