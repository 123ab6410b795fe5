// What is said of a talk in words: one place, so that talk and broadcast speak alike. Call these while rendering.
import type { TalkState } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import type { TalkStatus } from './talk-status.ts';

/** working: under way. good: sound flows. bad: it does not, and someone may have to do something. off: over or not there. */
export type TalkTone = 'working' | 'good' | 'bad' | 'off';
export type TalkWords = { readonly tone: TalkTone; readonly word: string; readonly detail: string };

/** The state of one device. Where the server's message only repeats the state, it is left out. */
export const deviceWords = ({ state, message }: Pick<TalkState, 'state' | 'message'>): TalkWords => {
  switch (state) {
    case 'connecting':
      return { tone: 'working', word: t('Calling'), detail: t('The device is asked') };
    case 'waiting':
      return { tone: 'working', word: t('Connecting the device'), detail: t('It accepted and dials in') };
    case 'playing':
      return { tone: 'good', word: t('Connected'), detail: '' };
    case 'offline':
      return { tone: 'off', word: t('Device offline'), detail: '' };
    case 'refused':
      return { tone: 'bad', word: t('Refused'), detail: t(message) };
    case 'timeout':
      return { tone: 'bad', word: t('No answer'), detail: t(message) };
    case 'busy':
      return { tone: 'bad', word: t('Busy'), detail: t(message) };
    case 'limit':
      return { tone: 'bad', word: t('No free line'), detail: t(message) };
    case 'ended':
      return { tone: 'off', word: t('Ended'), detail: t(message) };
    default:
      return state satisfies never;
  }
};

/** How a talk ended, or why it never began. */
const endWords = ({ end, reason }: TalkStatus): TalkWords => {
  switch (end) {
    case 'none':
    case 'own':
      return { tone: 'off', word: t('Ended'), detail: '' };
    case 'told':
      return { tone: 'bad', word: t('Ended'), detail: t(reason) || t('The connection to the server was lost') };
    case 'unopened':
      return {
        tone: 'bad',
        word: t('It could not begin'),
        detail: t('The server cannot be reached, or it refused: a device may be gone, or this account may not talk.'),
      };
    case 'microphone':
      return { tone: 'bad', word: t('No microphone'), detail: t('Nobody would hear anything, so nobody was called.') };
    default:
      return end satisfies never;
  }
};

/** The talk as a whole; with one device, what that device does. */
export const talkWords = (status: TalkStatus, deviceId?: string): TalkWords => {
  const state = deviceId === undefined ? undefined : status.states.get(deviceId);
  switch (status.line) {
    case 'preparing':
      return { tone: 'working', word: t('Waiting for the microphone'), detail: t('Allow it where the browser asks.') };
    case 'connecting':
      return { tone: 'working', word: t('Connecting to the server'), detail: '' };
    case 'open':
      if (deviceId === undefined) return { tone: 'good', word: t('On the air'), detail: '' };
      return state === undefined ? { tone: 'working', word: t('Calling'), detail: '' } : deviceWords(state);
    case 'over':
      return endWords(status);
    default:
      return status.line satisfies never;
  }
};

/** Why nobody can be heard here; '' while the microphone is there or asked for. */
export const microphoneWords = ({ microphone }: Pick<TalkStatus, 'microphone'>): string => {
  switch (microphone) {
    case 'asking':
    case 'open':
      return '';
    case 'insecure':
      return t('Browsers give the microphone to secure pages only.');
    case 'refused':
      return t('The microphone is not allowed. Allow it in the address bar of the browser, then call again.');
    case 'missing':
      return t('There is no microphone. Plug one in, then call again.');
    case 'failed':
      return t('The microphone could not be started: another program may be using it.');
    default:
      return microphone satisfies never;
  }
};
