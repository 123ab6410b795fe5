// Decodes one key picture by itself: by the browser, for H.265 by the decoder that the page brings along, and where there is neither it
// makes a movie of one picture for the page's video element. Not: which pictures, and for whom.
import { createFmp4Writer, MediaError } from '@outrider/media';
import type { VideoCodec } from '@outrider/media';
import { SoftwareDecoder } from './hevc/software-decoder.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import type { Picture } from './picture.ts';
import { VideoTrack } from './video-track.ts';
import type { VideoFormat } from './video-track.ts';

export type Decoded = { readonly picture: Picture } | { readonly movie: ArrayBuffer };

/** Units of a movie's time; its one picture lasts one of them. */
const TIMESCALE = 1;

/** Undefined: this browser does not, or not this picture. */
const byBrowser = async ({ codecString }: VideoFormat, data: Uint8Array): Promise<VideoFrame | undefined> => {
  if (!('VideoDecoder' in globalThis)) return undefined;
  const config: VideoDecoderConfig = { codec: codecString, optimizeForLatency: true };
  const { supported } = await VideoDecoder.isConfigSupported(config);
  if (supported !== true) return undefined;
  let found: VideoFrame | undefined;
  const decoder = new VideoDecoder({
    output: (picture) => {
      found?.close();
      found = picture;
    },
    error: () => {}, // `flush` rejects as well
  });
  try {
    decoder.configure(config);
    decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data }));
    await decoder.flush();
  } catch {
    // what came before it broke is shown
  }
  if (decoder.state !== 'closed') decoder.close();
  return found;
};

const bySoftware = (kit: SoftwareKit, format: VideoFormat, bytes: Uint8Array): Promise<Picture | undefined> => {
  const { promise, resolve } = Promise.withResolvers<Picture | undefined>();
  const nothing = (): void => resolve(undefined);
  const decoder = new SoftwareDecoder(kit, {
    picture: resolve,
    unsupported: nothing,
    failed: nothing,
    lost: nothing,
    idle: () => {
      decoder.rest();
      nothing(); // unless it gave its picture
    },
  });
  decoder.configure(format);
  decoder.push({ bytes, key: true, replay: false });
  return promise;
};

const movieOf = ({ sets, width, height }: VideoFormat, bytes: Uint8Array): ArrayBuffer | undefined => {
  const writer = createFmp4Writer({ codec: sets.codec, parameterSets: sets, width, height, timescale: TIMESCALE });
  const segment = writer.segment(bytes, 0, 1, true);
  if (segment === null) return undefined;
  const init = writer.init();
  const movie = new Uint8Array(init.length + segment.length);
  movie.set(init);
  movie.set(segment, init.length);
  return movie.buffer;
};

/** `software`: nothing where the deployment does not want it. Undefined: the picture cannot be shown. */
export const decodePreview = async (
  body: Uint8Array,
  codec: VideoCodec,
  software: SoftwareKit | undefined,
): Promise<Decoded | undefined> => {
  const track = new VideoTrack();
  const frame = track.takeFrame(body, codec);
  const { format } = track;
  if (frame?.key !== true || format === undefined) return undefined;
  const hevc = format.sets.codec === 'h265' && software !== undefined;
  const picture =
    (await byBrowser(format, frame.bytes)) ?? (hevc ? await bySoftware(software, format, frame.bytes) : undefined);
  if (picture !== undefined) return { picture };
  try {
    const movie = movieOf(format, frame.bytes);
    return movie && { movie };
  } catch (error) {
    if (error instanceof MediaError) return undefined;
    throw error;
  }
};
