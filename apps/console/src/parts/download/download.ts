// One download over web.cgi: a job that is followed until it is made, then fetched by the browser. Not: which downloads there are
// (downloads.ts).
import { DOWNLOAD_POLL_MS, downloadReply } from '@outrider/contract';
import type { DownloadReply } from '@outrider/contract';
import { fileNameOf, stampOf } from '../../lib/file-name.ts';
import type { Clock } from '../../lib/time.ts';
import { FollowedJob } from '../job/followed-job.ts';
import type { JobState } from '../job/followed-job.ts';

/** What the server recorded, what the device recorded, or the footage of a custom event. */
export type DownloadKind = 'lobk' | 'repbmp4' | 'cev';

export type DownloadRequest = {
  readonly kind: DownloadKind;
  readonly deviceId: string;
  /** 0: all of them, for gms. */
  readonly channel: number;
  /** UTC ms. */
  readonly startMs: number;
  readonly seconds: number;
  /** The device's main stream; of `repbmp4` only. */
  readonly main?: boolean;
  /** False: without its sound, which comes faster; of `repbmp4` only. */
  readonly sound?: boolean;
  /** Of `lobk` only. */
  readonly format?: 'mp4' | 'gms';
  /** Which custom event; of `cev` only. */
  readonly eventId?: number;
};

/** 'TRK-104_20260301_140231_ch2_60s.mp4'; without a channel for all of them. */
export const downloadName = ({ deviceId, startMs, channel, seconds, format = 'mp4' }: DownloadRequest): string =>
  fileNameOf([deviceId, ...stampOf(startMs), channel === 0 ? '' : `ch${channel}`, `${seconds}s`], format);

/** done: the browser has it, or fetches it. */
export type DownloadState = JobState & {
  /** The server's own word: CREATE OK, HANDLING, DOWNLOAD OK. */
  readonly result: string;
  readonly fileName: string;
};

export type DownloadKit = {
  readonly clock: Clock;
  readonly ask: <T>(values: Record<string, unknown>, decode: (body: unknown) => T, signal: AbortSignal) => Promise<T>;
  readonly save: (values: Record<string, unknown>, name: string) => void;
};

/** What tells the kinds apart. */
const ownQuery = ({ kind, deviceId, main, sound, format, eventId }: DownloadRequest): Record<string, unknown> => {
  if (kind === 'cev') return { id: eventId };
  return kind === 'repbmp4'
    ? { deviceid: deviceId, main: main === false ? 0 : 1, audio: sound === false ? 0 : 1 }
    : { deviceid: deviceId, format: format ?? 'mp4' };
};

const queryOf = (request: DownloadRequest): Record<string, unknown> => ({
  ch: request.channel,
  spbtime: Math.floor(request.startMs / 1000),
  duration: request.seconds,
  ...ownQuery(request),
});

const phaseOf = ({ already, result }: DownloadReply): DownloadState['phase'] => {
  if (already === 1 || result === 'DOWNLOAD OK') return 'done';
  return result === 'CREATE OK' || result === 'HANDLING' ? 'running' : 'failed';
};

const told = (reply: DownloadReply): Partial<DownloadState> & Pick<DownloadState, 'phase'> => {
  const { result = '', progress, message, filename } = reply;
  const phase = phaseOf(reply);
  const shown = { phase, result, message, progress: phase === 'done' ? 100 : progress };
  return filename === '' ? shown : { ...shown, fileName: filename };
};

export class Download extends FollowedJob<DownloadState> {
  readonly request: DownloadRequest;

  /** Asks at once. `fileName`: what the file is to be called. */
  constructor({ clock, ask, save }: DownloadKit, request: DownloadRequest, fileName: string) {
    const query = { ...queryOf(request), filename: fileName };
    const { kind } = request;
    super(
      {
        clock,
        everyMs: DOWNLOAD_POLL_MS,
        ask: async (signal) =>
          told(await ask({ type: `${kind}ask`, ...query }, (body) => downloadReply.parse(body), signal)),
        cancel: () => ask({ type: `${kind}cancel`, ...query }, () => undefined, new AbortController().signal),
        done: (state) => save({ type: `${kind}get`, ...query }, state.fileName),
      },
      { phase: 'asked', result: '', progress: 0, message: '', fileName },
    );
    this.request = request;
  }
}
