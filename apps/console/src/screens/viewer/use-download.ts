// One download of a viewer page: the worker that fetches and packs, and what it has told so far. The finished file is saved once by itself.
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { saveBlob } from '../../lib/save-blob.ts';
import type { DownloadFault, FromDownload, ToDownload } from './download-messages.ts';

export type DownloadStage = 'downloading' | 'packing' | 'done' | 'failed' | 'cancelled';

export type DownloadState = {
  readonly stage: DownloadStage;
  readonly bytes: number;
  /** The newest moment that came, UTC ms of the recording. */
  readonly atMs: number;
  readonly fault: { readonly reason: DownloadFault; readonly message: string } | undefined;
  readonly file: Blob | undefined;
};

export type DownloadRequest = Omit<Extract<ToDownload, { kind: 'fetch' }>, 'kind'> & { readonly name: string };

const first = (atMs: number): DownloadState => ({
  stage: 'downloading',
  bytes: 0,
  atMs,
  fault: undefined,
  file: undefined,
});

/** What a message of the worker changes. */
const afterMessage = (state: DownloadState, message: FromDownload): DownloadState => {
  switch (message.kind) {
    case 'ready':
      return state;
    case 'received':
      return { ...state, bytes: message.bytes, atMs: message.atMs };
    case 'packing':
      return { ...state, stage: 'packing' };
    case 'done':
      return { ...state, stage: 'done', file: message.file };
    case 'failed':
      return { ...state, stage: 'failed', fault: message };
    case 'closed':
      return { ...state, stage: 'cancelled' };
    default:
      message satisfies never;
      return state;
  }
};

/** Begins at once. Keep `request` the same object: for another one mount again. */
export const useDownload = (request: DownloadRequest): DownloadState & { readonly cancel: () => void } => {
  const [state, setState] = useState(() => first(request.startMs));
  const worker = useRef<Worker>(undefined);
  useEffect(() => {
    const { name, ...fetch } = request;
    const made = new Worker(new URL('./download.worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data }: MessageEvent<FromDownload>) => {
      const change = (): void => setState((old) => afterMessage(old, data));
      // A short file is packed before a busy page draws again: that it was waited for must be seen all the same.
      if (data.kind === 'packing') flushSync(change);
      else change();
      if (data.kind === 'done') saveBlob(data.file, name);
    });
    made.addEventListener('error', (event) => {
      event.preventDefault();
      setState((old) => afterMessage(old, { kind: 'failed', reason: 'pack', message: '' }));
    });
    made.postMessage({ kind: 'fetch', ...fetch } satisfies ToDownload);
    worker.current = made;
    return () => made.terminate();
  }, [request]);
  return { ...state, cancel: () => worker.current?.postMessage({ kind: 'cancel' } satisfies ToDownload) };
};
