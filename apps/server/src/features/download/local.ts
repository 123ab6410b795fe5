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
    return {
      key: ['lobk', device.key, ch, format, fromMs, duration].join(' '),
      name: safeName(filename, format, name),
      format,
      deviceKey: device.key,
      startMs: fromMs,
      endMs: toMs,
      async make(context) {
        const asked = ch === 0 ? ALL_CHANNELS.filter((channel) => !device.absentChannels.includes(channel)) : [ch];
        const channels = await recordedChannels(reader, device.key, asked, fromMs, toMs);
        const open = (): Promise<ExportChannel[]> => openAll(reader, device.key, channels, fromMs);
        const withTrack = format === 'gms' && mayTrack(caller);
        const track = withTrack ? await trackOf(device.key, Math.floor(fromMs / 1000), Math.ceil(toMs / 1000)) : null;
        const utcOffsetMinutes = devices.offsetOf(device.key, fromMs);
        return makeFile({ format, fromMs, toMs, title: name, open, track, utcOffsetMinutes }, context);
      },
    };
  },
  began: (caller, { deviceid, ch }) => devices.logDownload(caller, deviceid, ch, 'Download local'),
});

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
