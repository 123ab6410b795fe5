// Downloads of what the server recorded: lobkask, lobkget, lobkcancel.
import { localDownloadQuery, localDownloadTypes } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { RecordingReader } from '../recording/index.ts';
import type { DownloadDevices } from './devices.ts';
import type { Family } from './family.ts';
import type { ExportChannel } from './frame-pump.ts';
import { DownloadFault } from './file-request.ts';
import { makeFile, NO_FOOTAGE } from './make-file.ts';
import { nameOf, safeName } from './names.ts';

export type LocalKit = {
  devices: DownloadDevices;
  reader: RecordingReader;
  trackOf: (deviceKey: number, from: number, to: number) => Promise<Uint8Array>;
};

const ALL_CHANNELS = Array.from({ length: 64 }, (_, i) => i + 1);

export const localFamily = ({ devices, reader, trackOf }: LocalKit): Family<typeof localDownloadQuery> => ({
  types: localDownloadTypes,
  query: localDownloadQuery,
  done: 'already',
  want(caller, { deviceid, ch, spbtime, format, duration, filename }) {
    devices.assertMayDownload(caller);
    const device = devices.findChannel(caller, deviceid, ch);
    const fromMs = Math.round(spbtime * 1000);
    const toMs = fromMs + duration * 1000;
    const name = nameOf({ deviceId: deviceid, startMs: fromMs, channel: ch, format });
    const isShown = (channel: number): boolean => !device.absentChannels.includes(channel);
    const channels = ch === 0 ? ALL_CHANNELS.filter(isShown) : [ch];
    const withTrack = format === 'gms' && mayTrack(caller);
    return {
      // What is in the file belongs to its name: one that was made before something was taken away is not handed out afterwards.
      key: ['lobk', device.key, contentOf(ch, channels, withTrack), format, fromMs, duration].join(' '),
      name: safeName(filename, format, name),
      format,
      deviceKey: device.key,
      startMs: fromMs,
      endMs: toMs,
      async make(context) {
        const recorded = await recordedChannels(reader, device.key, channels, fromMs, toMs);
        const open = (): Promise<ExportChannel[]> => openAll(reader, device.key, recorded, fromMs);
        const track = withTrack ? await trackOf(device.key, Math.floor(fromMs / 1000), Math.ceil(toMs / 1000)) : null;
        const utcOffsetMinutes = devices.offsetOf(device.key, fromMs);
        return makeFile({ format, fromMs, toMs, title: name, open, track, utcOffsetMinutes }, context);
      },
    };
  },
  began: (caller, { deviceid, ch }) => devices.logDownload(caller, deviceid, ch, 'Download local'),
});

/** In short: the channel; or all of them, less those that are not shown, and the track. */
const contentOf = (ch: number, channels: readonly number[], withTrack: boolean): string => {
  if (ch !== 0) return String(ch);
  const hidden = ALL_CHANNELS.filter((channel) => !channels.includes(channel));
  return ['all', ...hidden.map((channel) => -channel), ...(withTrack ? ['track'] : [])].join(',');
};

/** As the calls of tracks: either right serves. */
const mayTrack = ({ rights }: Caller): boolean => rights.has('F_gps') || rights.has('P_gppb');

const recordedChannels = async (
  reader: RecordingReader,
  deviceKey: number,
  channels: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<number[]> => {
  const spans = await reader.spans(deviceKey, channels, fromMs, toMs);
  if (spans.length === 0) throw new DownloadFault('BACKUP FAIL', NO_FOOTAGE);
  return [...new Set(spans.map(({ channel }) => channel))].toSorted((a, b) => a - b);
};

const openAll = (reader: RecordingReader, deviceKey: number, channels: readonly number[], fromMs: number) =>
  Promise.all(channels.map(async (channel) => ({ channel, cursor: await reader.open(deviceKey, channel, fromMs) })));
