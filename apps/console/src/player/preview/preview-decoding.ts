// The worker of preview pictures as an object of the page: coded pictures in, bitmaps out, one after the other. Made when the first is
// needed.
import { deployment } from '../../lib/deployment.ts';
import type { Clock } from '../../lib/time.ts';
import { PREVIEW_WIDTH } from './messages.ts';
import type { CodedPreview, FromPreview, ToPreview } from './messages.ts';

/** A worker that says nothing for so long hangs: the next picture gets another one. The H.265 decoder may have to be fetched first. */
const HUNG_AFTER_MS = 10_000;

const bitmapOf = (source: HTMLVideoElement): Promise<ImageBitmap> =>
  createImageBitmap(source, { resizeWidth: PREVIEW_WIDTH, resizeQuality: 'medium' });

/** The picture of a movie that has one. */
const pictureOfMovie = async (movie: ArrayBuffer): Promise<ImageBitmap | undefined> => {
  const url = URL.createObjectURL(new Blob([movie], { type: 'video/mp4' }));
  const video = document.createElement('video');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  video.addEventListener('loadeddata', () => resolve(true), { once: true });
  video.addEventListener('error', () => resolve(false), { once: true });
  Object.assign(video, { muted: true, preload: 'auto', src: url });
  try {
    return (await promise) ? await bitmapOf(video) : undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
};

export class PreviewDecoding {
  readonly #clock: Clock;
  #worker: Worker | undefined;
  #id = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Undefined: it cannot be shown here. One at a time. */
  async decode({ codec, data }: CodedPreview): Promise<ImageBitmap | undefined> {
    this.#id += 1;
    const { image, movie } = await this.#ask({
      id: this.#id,
      coded: { codec, data },
      softwareHevc: deployment.softwareHevc,
    });
    return movie === undefined ? image : pictureOfMovie(movie);
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #ask(message: ToPreview): Promise<FromPreview> {
    const { promise, resolve } = Promise.withResolvers<FromPreview>();
    const worker = (this.#worker ??= new Worker(new URL('../preview.worker.ts', import.meta.url), { type: 'module' }));
    const fail = (): void => {
      stop();
      if (this.#worker === worker) this.close(); // a later question may have made another one
      resolve({ id: message.id });
    };
    const stop = this.#clock.after(HUNG_AFTER_MS, fail);
    const hear = ({ data }: MessageEvent<FromPreview>): void => {
      if (data.id !== message.id) return;
      stop();
      worker.removeEventListener('message', hear);
      worker.removeEventListener('error', fail);
      resolve(data);
    };
    worker.addEventListener('message', hear);
    worker.addEventListener('error', fail);
    worker.postMessage(message);
    return promise;
  }
}
