// The entry of a download's worker: fetches footage, packs it to MP4, hands the file over. One download in its life.
import { systemClock } from '../../lib/time.ts';
import type { FromDownload, ToDownload } from './download-messages.ts';
import { FootageFetch } from './worker/fetch-footage.ts';
import { packMp4 } from './worker/pack-mp4.ts';
import type { Spool } from './worker/spool.ts';

let fetching: FootageFetch | undefined;

const post = (message: FromDownload): void => globalThis.postMessage(message);

const pack = async (spool: Spool, startMs: number, title: string): Promise<void> => {
  post({ kind: 'packing' });
  try {
    post({ kind: 'done', file: await packMp4(spool, startMs, title) });
  } catch (error) {
    post({ kind: 'failed', reason: 'pack', message: error instanceof Error ? error.message : '' });
  }
};

const start = ({ addresses, startMs, endMs, title }: Extract<ToDownload, { kind: 'fetch' }>): void => {
  fetching = new FootageFetch(
    systemClock,
    addresses,
    { startMs, endMs },
    {
      received: (bytes, atMs) => post({ kind: 'received', bytes, atMs }),
      whole: (spool) => void pack(spool, startMs, title),
      failed: (reason, message) => post({ kind: 'failed', reason, message }),
    },
  );
};

globalThis.addEventListener('message', ({ data }: MessageEvent<ToDownload>) => {
  if (data.kind === 'fetch') {
    start(data);
    return;
  }
  fetching?.close();
  post({ kind: 'closed' });
  globalThis.close();
});
post({ kind: 'ready' });
