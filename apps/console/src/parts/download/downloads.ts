// The downloads of this page. They go on while the operator looks at other screens, and end with the session.
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { askPath, saveFile } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { sessionStore } from '../../live/session.ts';
import { Download, downloadName } from './download.ts';
import type { DownloadRequest } from './download.ts';

const PATH = '/web.cgi';
/** Finished ones beyond that leave the list. */
const MOST_KEPT = 12;

const list = createStore<{ downloads: readonly Download[] }>(() => ({ downloads: [] }));

const kit = {
  clock: systemClock,
  ask: <T>(values: Record<string, unknown>, decode: (body: unknown) => T, signal: AbortSignal): Promise<T> =>
    askPath(PATH, values, decode, signal),
  save: (values: Record<string, unknown>, name: string): void => saveFile(PATH, values, name),
};

const isSame = (a: DownloadRequest, b: DownloadRequest): boolean =>
  JSON.stringify([a.kind, a.deviceId, a.channel, a.startMs, a.seconds, a.main, a.sound, a.format, a.eventId]) ===
  JSON.stringify([b.kind, b.deviceId, b.channel, b.startMs, b.seconds, b.main, b.sound, b.format, b.eventId]);

/** Asks for a file; one that is being made already is not asked for twice. */
export const startDownload = (request: DownloadRequest): void => {
  const { downloads } = list.getState();
  if (downloads.some((each) => !each.isOver && isSame(each.request, request))) return;
  const made = new Download(kit, request, downloadName(request));
  const others = downloads.filter((each) => !isSame(each.request, request));
  const overs = others.filter((each) => each.isOver).slice(MOST_KEPT - 1);
  list.setState({ downloads: [made, ...others.filter((each) => !overs.includes(each))] });
  made.state.subscribe(() => list.setState(({ downloads: now }) => ({ downloads: [...now] })));
};

/** Takes a finished one from the list; one that is still being made is given up. */
export const removeDownload = (download: Download): void => {
  download.cancel();
  list.setState(({ downloads }) => ({ downloads: downloads.filter((each) => each !== download) }));
};

/** Newest first. */
export const useDownloads = (): readonly Download[] => useStore(list, ({ downloads }) => downloads);
/** Whether one of this kind is still being made. */
export const useDownloading = (kind: DownloadRequest['kind']): boolean =>
  useStore(list, ({ downloads }) => downloads.some((each) => each.request.kind === kind && !each.isOver));

sessionStore.subscribe(({ loginFlag }, before) => {
  if (before.loginFlag !== 1 || loginFlag === 1) return;
  for (const each of list.getState().downloads) each.close();
  list.setState({ downloads: [] });
});
