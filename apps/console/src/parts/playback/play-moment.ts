// One press plays what happened to a device at a moment, wherever it lies: asked of the server first, else of the recorder.
import { postRecordings, postRecordList } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { mayDo, sessionStore } from '../../live/session.ts';
import type { Session } from '../../live/session.ts';
import { showFailure } from '../../ui/toast.ts';
import { startDownload } from '../download/downloads.ts';
import {
  BEFORE_MS,
  firstOnServer,
  goingOn,
  onServer,
  recorderAddress,
  recorderRequest,
  savedSeconds,
  serverAddress,
} from './moment-rules.ts';
import type { FootageRequest } from './moment-rules.ts';

type Viewer = Pick<Session, 'level' | 'rights'>;

/** Whether this viewer may play anything at all. */
export const mayPlayMoments = (viewer: Viewer): boolean =>
  mayDo(viewer, postRecordings.right) || mayDo(viewer, postRecordList.right);

const sayFailed = (error: unknown): void => showFailure(t('The footage cannot be played'), error);

/** The address that plays it. Rejects when the server does not answer. */
const addressOf = async (deviceId: string, ms: number): Promise<string> => {
  const viewer = sessionStore.getState();
  const remote = mayDo(viewer, postRecordList.right);
  if (mayDo(viewer, postRecordings.right)) {
    const span = { from: Math.floor(ms / 1000) * 1000 - 2 * BEFORE_MS, to: Math.floor(ms / 1000) * 1000 + BEFORE_MS };
    const { spans } = await send(postRecordings, { deviceid: deviceId, ...span, join: 2 });
    const found = onServer(goingOn(spans, serverNow()), ms);
    if (found !== undefined) return serverAddress(deviceId, found.atMs, found.channels);
    if (!remote) return serverAddress(deviceId, ms - BEFORE_MS, []); // it says there that there is nothing
  }
  return recorderAddress(deviceId, ms - BEFORE_MS, [], true);
};

/** What the server has around a request; undefined where it has nothing, or may not be asked. */
const askServer = async (request: FootageRequest): Promise<ReturnType<typeof firstOnServer>> => {
  if (!mayDo(sessionStore.getState(), postRecordings.right)) return undefined;
  const { deviceId, fromMs, toMs = fromMs } = request;
  const span = { from: Math.floor(fromMs / 1000) * 1000, to: Math.floor(toMs / 1000) * 1000 + 1000 };
  const { spans } = await send(postRecordings, { deviceid: deviceId, ...span, join: 2 });
  return firstOnServer(goingOn(spans, serverNow()), request);
};

/** Goes to the footage of a second, or of a range, wherever it lies; `save`: and saves a minute, or the range. */
export const playFootage = async (
  request: FootageRequest,
  go: (address: string) => void,
  save = false,
): Promise<void> => {
  const { deviceId, fromMs, toMs } = request;
  try {
    const found = await askServer(request);
    if (found === undefined && mayDo(sessionStore.getState(), postRecordList.right))
      return go(recorderRequest(request, save));
    const { atMs, channels } = found ?? { atMs: fromMs, channels: [] }; // it says there that there is nothing
    const seconds = savedSeconds({ fromMs: toMs === undefined ? fromMs : atMs, toMs });
    const [channel] = channels;
    if (save && channel !== undefined)
      startDownload({ kind: 'lobk', deviceId, channel, startMs: atMs, seconds, format: 'mp4' });
    return go(serverAddress(deviceId, atMs, channels, toMs === undefined ? undefined : seconds));
  } catch (error) {
    return sayFailed(error);
  }
};

/** Goes to where it plays; what fails is said in a toast. `ms`: when it happened, UTC. */
export const playMoment = async (
  { deviceId, ms }: { deviceId: string; ms: number },
  go: (address: string) => void,
): Promise<void> => {
  try {
    go(await addressOf(deviceId, ms));
  } catch (error) {
    sayFailed(error);
  }
};
