// The footage that the quick bar finds: of which vehicle, and of when. Reading what was typed is moment-words.ts, where the footage lies
// parts/playback/play-moment.ts.
import type { Device } from '@outrider/contract';
import { useNavigate } from 'react-router';
import { dayDate } from '../../lib/local-moment.ts';
import { t } from '../../lib/i18n.ts';
import { formatSaidDay, formatTime, systemClock } from '../../lib/time.ts';
import { deviceName, otherNames } from '../../live/device-name.ts';
import { useSession } from '../../live/session.ts';
import { useMayDownload } from '../../parts/download/may-download.ts';
import type { FootageRequest } from '../../parts/playback/moment-rules.ts';
import { mayPlayMoments, playFootage } from '../../parts/playback/play-moment.ts';
import { deviceInAddress } from '../../screens/device-in-address.ts';
import type { Find } from './find.ts';
import { bestOf, withoutScattered } from './match.ts';
import { readMoment } from './moment-words.ts';
import type { TypedMoment } from './moment-words.ts';

const MOST = 5;

type Readable = Extract<TypedMoment, { kind: 'moment' | 'day' }>;

/** Why a text that names a day or a time is no moment. */
const refusals: Readonly<Record<Exclude<TypedMoment['kind'], 'moment' | 'day'>, string>> = {
  future: 'That moment is still to come',
  noTime: 'There is no such time; write it as 14:32',
  noDay: 'There is no such day; write it as 2026-11-22',
  several: 'Name one day and one time',
};

const language = (): string => document.documentElement.lang;

/** '14:32', with seconds where there are any. */
const shortTime = (ms: number): string => formatTime(ms).replace(/:00$/, '');

/** 'Sunday 22 Nov 14:32', 'Sunday 22 Nov 14:30 – 14:45', 'Sunday 22 Nov'. */
const momentText = (read: Readable, nowMs: number): string => {
  if (read.kind === 'day') return formatSaidDay(dayDate(read.day)?.getTime() ?? nowMs, nowMs, language());
  const { fromMs, toMs } = read;
  const end = toMs === undefined ? '' : ` – ${shortTime(toMs)}`;
  return `${formatSaidDay(fromMs, nowMs, language())} ${shortTime(fromMs)}${end}`;
};

const isReadable = (read: TypedMoment): read is Readable => read.kind === 'moment' || read.kind === 'day';

type Found = { readonly finds: readonly Find[]; readonly note: string };
const NOTHING: Found = { finds: [], note: '' };

/** What to see of a typed text: rows to choose from, or why there are none. Nothing for a text without a day or a time. */
export const useMoments = (devices: readonly Device[], namesOf: (device: Device) => readonly string[]) => {
  const navigate = useNavigate();
  const may = useSession(mayPlayMoments);
  const maySave = useMayDownload();
  const go = (address: string): void => void navigate(address);
  const rowOf = (device: Device, read: Readable, nowMs: number): Find => {
    const { deviceid: deviceId, chmask } = device;
    const { channel } = read;
    const name = deviceName(deviceId, device);
    const moment = momentText(read, nowMs);
    const text = t('Video playback of {name}, {moment}', {
      name: channel === undefined ? name : `${name} ch${channel}`,
      moment,
    });
    const row = { key: `footage ${deviceId}`, deviceId, text, detail: otherNames(deviceId, device) };
    if (read.kind === 'day')
      return { ...row, run: () => go(`/splayback/${encodeURIComponent(deviceId)}?day=${read.day}`) };
    const { fromMs, toMs } = read;
    const request: FootageRequest = { deviceId, fromMs, toMs, channel };
    return {
      ...row,
      footage: { deviceId, ms: fromMs, channels: channel === undefined ? chmask : [channel] },
      run: () => void playFootage(request, go),
      ...(maySave ? { other: { text: t('Save'), run: () => void playFootage(request, go, true) } } : {}),
    };
  };
  return (typed: string): Found => {
    const nowMs = systemClock.now();
    const read = readMoment(typed, nowMs);
    if (read === undefined) return NOTHING;
    if (!isReadable(read)) return { finds: [], note: t(refusals[read.kind]) };
    if (!may) return { finds: [], note: t('Your account may not play footage') };
    const here = read.who === '' ? deviceInAddress(globalThis.location) : undefined;
    if (read.who === '' && here === undefined) return { finds: [], note: t('Name a vehicle as well') };
    const meant =
      here === undefined
        ? withoutScattered(bestOf(devices, namesOf, read.who, MOST), namesOf, read.who)
        : devices.filter(({ deviceid }) => deviceid === here);
    return { finds: meant.map((device) => rowOf(device, read, nowMs)), note: '' };
  };
};
