// Downloads of what the device recorded: repbmp4ask, repbmp4get, repbmp4cancel. The footage is fetched and kept first; what is kept
// already is not fetched again.
import { AppError, remoteDownloadQuery, remoteDownloadTypes } from '@outrider/contract';
import type { VideoAllowance } from '../../kernel/access/access.ts';
import type { Footage, FootageProgress, FootageSource } from '../remote-playback/index.ts';
import type { DownloadDevices } from './devices.ts';
import type { Family } from './family.ts';
import { DownloadFault, type MakeContext } from './file-request.ts';
import { makeFile, NO_FOOTAGE } from './make-file.ts';
import { nameOf, safeName } from './names.ts';

export type RemoteKit = { devices: DownloadDevices; footage: Footage; allowance: VideoAllowance };

/** An operator waits for it: a device that is away this long fails it. */
const PATIENCE_MS = 120_000;
/** Part of the progress that is the fetching. */
const FETCH_PART = 0.9;

export const remoteFamily = ({ devices, footage, allowance }: RemoteKit): Family<typeof remoteDownloadQuery> => ({
  types: remoteDownloadTypes,
  query: remoteDownloadQuery,
  done: 'DOWNLOAD OK',
  want(caller, { deviceid, ch, spbtime, duration, main, audio, filename }) {
    devices.assertMayDownload(caller);
    const { key } = devices.findChannel(caller, deviceid, ch);
    const refusal = allowance.refusal(caller, key);
    if (refusal !== undefined) throw new AppError('limit_reached', refusal);
    const fromMs = Math.round(spbtime * 1000);
    const toMs = fromMs + duration * 1000;
    const format = 'mp4';
    const name = nameOf({ deviceId: deviceid, startMs: fromMs, channel: ch, format });
    const source = { deviceKey: key, channel: ch, stream: main === 1 ? 'main' : 'sub', audio: audio === 1 } as const;
    return {
      key: ['repb', key, ch, main, audio, fromMs, duration].join(' '),
      name: safeName(filename, format, name),
      format,
      deviceKey: key,
      startMs: fromMs,
      endMs: toMs,
      async make(context) {
        await fetchFootage(footage, source, fromMs, toMs, context);
        const open = async () => [{ channel: ch, cursor: await footage.open(source, fromMs) }];
        const utcOffsetMinutes = devices.offsetOf(key, fromMs);
        const content = { format, fromMs, toMs, title: name, open, track: null, utcOffsetMinutes } as const;
        return makeFile(content, context, FETCH_PART);
      },
    };
  },
  began: (caller, { deviceid, ch }) => devices.logDownload(caller, deviceid, ch, 'Download remote'),
});

const wordsOf = ({ state, message }: FootageProgress): string =>
  message !== '' ? message : state === 'queued' ? 'Other footage of this device is fetched first.' : '';

/** Rejects with DownloadFault in the words of what went wrong at the device. */
const fetchFootage = async (
  footage: Footage,
  source: FootageSource,
  fromMs: number,
  toMs: number,
  { signal, progress }: MakeContext,
): Promise<void> => {
  const onProgress = (told: FootageProgress): void =>
    progress((FETCH_PART * told.keptMs) / Math.max(1, told.totalMs), wordsOf(told));
  try {
    const spans = await footage.fetch({ ...source, fromMs, toMs, patienceMs: PATIENCE_MS, signal, onProgress });
    if (spans.length === 0) throw new DownloadFault('BACKUP FAIL', NO_FOOTAGE);
  } catch (error) {
    if (error instanceof AppError) throw new DownloadFault('BACKUP FAIL', error.message, { cause: error });
    throw error;
  }
};
