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

/** With what its device is called by now, which may be registered under another id since it was asked for. */
const eventOf = async ({ devices, customEvent }: EventFootageKit, caller: Caller, id: number) => {
  const event = await customEvent(caller, id);
  const deviceId = devices.idOf(event.deviceKey);
  if (deviceId === undefined) throw new AppError('not_found', 'There is no such custom event.');
  return { ...event, deviceId };
};

export const eventFamily = (kit: EventFootageKit): Family<typeof eventDownloadQuery> => ({
  types: eventDownloadTypes,
  query: eventDownloadQuery,
  done: 'already',
  async want(caller, { id, ch, spbtime, duration, filename }) {
    // Asked for to be saved: what forbids it is the right F_addcd, not the switch of what is played back (docs/guide/deployment.md).
    const { deviceKey, deviceId, channels, audio, startMs, endMs, footage: kept } = await eventOf(kit, caller, id);
    const { devices, footage } = kit;
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
    const { deviceId } = await eventOf(kit, caller, id);
    kit.devices.logDownload(caller, deviceId, ch, 'Download remote');
  },
});
