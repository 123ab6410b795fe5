// Makes one MP4 of the frames of a download. Not: fetching them (fetch-footage.ts).
import { streamCodecs } from '@outrider/contract';
import { canEncodeAudio, Mp4OutputFormat, Output, StreamTarget } from 'mediabunny';
import { BlobFile } from './blob-file.ts';
import { AacSound, CodedSound, Pictures } from './mp4-tracks.ts';
import type { Mp4Track } from './mp4-tracks.ts';
import type { Spool, SpooledFrame } from './spool.ts';

const TYPE = 'video/mp4';

/**
 * Browsers on some systems, and all of them on plain http, code no AAC themselves. The coder is a megabyte, and a library under the
 * LGPL: it is loaded when it is needed, from a file of its own that anybody may replace.
 */
const ensureAac = async (): Promise<void> => {
  const own = await canEncodeAudio('aac', { numberOfChannels: 1, sampleRate: 8000, bitrate: 24_000 });
  if (own) return;
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
  registerAacEncoder();
};

type Tracks = ReadonlyMap<string, Mp4Track>;

/** Every coding of pictures is a track of its own; of sound AAC is one and everything that is coded here another. */
const trackName = ({ kind, codec }: Pick<SpooledFrame, 'kind' | 'codec'>): string =>
  kind === 'video' ? `video ${codec}` : codec === streamCodecs.aacAdts ? 'aac' : 'sound';

const addTracks = (output: Output, { codecs }: Spool): Tracks => {
  const tracks = new Map<string, Mp4Track>();
  for (const codec of codecs.video) tracks.set(trackName({ kind: 'video', codec }), new Pictures(output, codec));
  for (const codec of codecs.audio) {
    const name = trackName({ kind: 'audio', codec });
    if (!tracks.has(name)) tracks.set(name, name === 'aac' ? new AacSound(output) : new CodedSound(output));
  }
  return tracks;
};

/** The file of everything in the spool. It begins at `startMs`, or at the first frame where that is later. Throws when nothing can be made. */
export const packMp4 = async (spool: Spool, startMs: number, title: string): Promise<Blob> => {
  await ensureAac();
  const file = new BlobFile();
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget(file.stream, { chunked: true }),
  });
  const tracks = addTracks(output, spool);
  let baseUs: number | undefined;
  for await (const frame of spool.read()) {
    if (baseUs === undefined) {
      baseUs = Math.max(startMs * 1000, frame.timeUs);
      output.setMetadataTags({ title, date: new Date(baseUs / 1000) });
      await output.start();
    }
    await tracks.get(trackName(frame))?.write(frame, (frame.timeUs - baseUs) / 1e6);
  }
  for (const track of tracks.values()) track.end();
  await output.finalize();
  return file.finished(TYPE);
};
