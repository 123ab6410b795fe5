// Plays one span of a device's recordings into the store. What is missing, whose turn it is and what follows a failure is
// footage-fetcher.ts.
import { FlowEncoder } from '../../media/index.ts';
import type { KeptWriter } from '../recording/index.ts';
import { DeviceSource, type DeviceSourceKit } from './device-source.ts';
import type { FootageProgress, FootageRequest, FootageSpan } from './footage.ts';
import type { SourceEnd } from './frame-source.ts';

/** `yielded`: an operator wanted the channel. */
export type Attempt = { end: SourceEnd; yielded: boolean };

/** Where frames go. */
export type FootageWriter = Pick<KeptWriter, 'frame' | 'close' | 'trouble'>;

export type FootageTake = DeviceSourceKit & { request: FootageRequest; span: FootageSpan; started: FootageProgress };

/** The highest speed at which devices send every picture; only at normal pace they send sound (docs/design/0023). */
const PICTURES_SPEED = 4;
const TELL_MS = 1000;

/**
 * Until `done`, which it settles itself when the device ends or the signal comes. Gives when the first picture and the
 * newest frame were recorded, UTC ms; null: none came.
 */
export const playInto = async (
  { request, span, started, ...kit }: FootageTake,
  writer: FootageWriter,
  done: PromiseWithResolvers<Attempt>,
  signal: AbortSignal,
): Promise<{ firstMs: number | null; newestMs: number | null }> => {
  const { deviceKey, channel, stream, audio, onProgress } = request;
  const encoder = new FlowEncoder(channel);
  let firstMs: number | null = null;
  let newestMs: number | null = null;
  const end = (reason: SourceEnd): void => done.resolve({ end: reason, yielded: false });
  const source = new DeviceSource(
    kit,
    { deviceKey, channel, stream, content: audio ? 'av' : 'video', ...span, speed: audio ? 1 : PICTURES_SPEED },
    {
      frame: (frame) => {
        for (const { whole } of encoder.encode(frame, stream)) {
          writer.frame(whole, whole.captureMs);
          if (whole.kind === 'video') firstMs = Math.min(firstMs ?? Infinity, whole.captureMs);
          newestMs = Math.max(newestMs ?? 0, whole.captureMs);
        }
        if (writer.trouble !== null) end({ kind: 'error', message: writer.trouble.message });
      },
      over: end,
    },
  );
  const abort = (): void => end({ kind: 'finished', message: '' });
  signal.addEventListener('abort', abort, { once: true });
  const telling = kit.clock.every(TELL_MS, () => {
    const gotMs = newestMs === null ? 0 : Math.max(0, newestMs - span.startMs);
    onProgress?.({ ...started, keptMs: Math.min(started.totalMs, started.keptMs + gotMs) });
  });
  try {
    onProgress?.(started);
    await done.promise;
  } finally {
    telling.cancel();
    signal.removeEventListener('abort', abort);
    await source.close();
    await writer.close();
  }
  return { firstMs, newestMs };
};
