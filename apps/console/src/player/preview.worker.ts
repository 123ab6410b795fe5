// The entry of the worker that makes pictures for the pointer on a timeline: coded pictures in, small drawn ones out.
import type { FromPreview, ToPreview } from './preview/messages.ts';
import { PREVIEW_WIDTH } from './preview/messages.ts';
import { softwareKit } from './worker/hevc/software-kit.ts';
import { PaintedPicture } from './worker/picture.ts';
import type { Picture } from './worker/picture.ts';
import { decodePreview } from './worker/preview-decoder.ts';

const kit = softwareKit();

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);

const smaller = async (picture: Picture): Promise<ImageBitmap> => {
  const source = picture instanceof PaintedPicture ? picture.image : picture;
  const image = await createImageBitmap(source, { resizeWidth: PREVIEW_WIDTH, resizeQuality: 'medium' });
  picture.close();
  return image;
};

const post = (message: FromPreview, transfer: Transferable[] = []): void =>
  globalThis.postMessage(message, { transfer });

const answer = async ({ id, coded, softwareHevc }: ToPreview): Promise<void> => {
  try {
    const found = await decodePreview(bytesOf(coded.data), coded.codec, softwareHevc ? kit : undefined);
    if (found === undefined) post({ id });
    else if ('movie' in found) post({ id, movie: found.movie }, [found.movie]);
    else {
      const image = await smaller(found.picture);
      post({ id, image }, [image]);
    }
  } catch {
    post({ id }); // a picture that cannot be shown is not worth more than that
  }
};

globalThis.addEventListener('message', ({ data }: MessageEvent<ToPreview>) => void answer(data));
