// Downloads of the footage of custom events: cevask, cevget, cevcancel. It is on the server already; nothing is fetched here.
import { AppError, eventDownloadQuery, eventDownloadTypes } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { Footage, FootageSource } from '../remote-playback/index.ts';
import type { DownloadDevices } from './devices.ts';
import type { Family } from './family.ts';
import { makeFile } from './make-file.ts';
import { nameOf, safeName } from './names.ts';

/** What a custom event asked for; times in UTC ms. */
export type EventFootage = {
  deviceKey: number;
  deviceId: string;
  startMs: number;
  endMs: number;
  channels: readonly number[];
  audio: boolean;
  /** What is kept of it. */
  footage: readonly { channel: number; startMs: number; endMs: number; stream: 'main' | 'sub' }[];
};

export type EventFootageKit = {
  devices: DownloadDevices;
  footage: Footage;
  /** Throws AppError `not_found` for one the caller may not see. */
  customEvent: (caller: Caller, id: number) => Promise<EventFootage>;
};

export const eventFamily = ({ devices, footage, customEvent }: EventFootageKit): Family<typeof eventDownloadQuery> => ({
  types: eventDownloadTypes,
  query: eventDownloadQuery,
  done: 'already',
  async want(caller, { id, ch, spbtime, duration, filename }) {
    const { deviceKey, deviceId, channels, audio, startMs, endMs, footage: kept } = await customEvent(caller, id);
    const fromMs = Math.max(startMs, Math.round(spbtime * 1000));
    const toMs = Math.min(endMs, Math.round(spbtime * 1000) + duration * 1000);
    if (!channels.includes(ch) || toMs <= fromMs)
      throw new AppError('invalid', 'This is not part of the custom event.');
    devices.findChannel(caller, deviceId, ch);
    const format = 'mp4';
    const name = nameOf({ deviceId, startMs: fromMs, channel: ch, format });
    const { stream = 'main' } =
      kept.find((span) => span.channel === ch && span.endMs > fromMs && span.startMs < toMs) ?? {};
    const source: FootageSource = { deviceKey, channel: ch, stream, audio };
    return {
      key: ['cev', id, ch, fromMs, toMs].join(' '),
      name: safeName(filename, format, name),
      format,
      deviceKey,
      startMs: fromMs,
      endMs: toMs,
      make(context) {
        const open = async () => [{ channel: ch, cursor: await footage.open(source, fromMs) }];
        const utcOffsetMinutes = devices.offsetOf(deviceKey, fromMs);
        return makeFile({ format, fromMs, toMs, title: name, open, track: null, utcOffsetMinutes }, context);
      },
    };
  },
  async began(caller, { id, ch }) {
    const { deviceId } = await customEvent(caller, id);
    devices.logDownload(caller, deviceId, ch, 'Download remote');
  },
});
