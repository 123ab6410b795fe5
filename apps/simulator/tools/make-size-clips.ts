// Makes apps/simulator/clips/sizes: the first camera's picture in the other sizes that a stream can be set to. Run by hand after make-clips.ts
// (`npx node apps/simulator/tools/make-size-clips.ts`); the result is committed. Needs ffmpeg.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { joinNals, nalType, splitNals } from '@outrider/media';
import { SIZES } from '../src/media/size-clips.ts';

const FOLDER = new URL('../clips/', import.meta.url).pathname;
const SETTINGS = 'repeat-headers=1:slices=1:threads=1:ref=1';
/** Supplemental information and delimiters. */
const LEFT_OUT = new Set([6, 9]);
const EVERY_SECOND = ['-bf', '0', '-g', '15', '-keyint_min', '15', '-sc_threshold', '0'];

mkdirSync(`${FOLDER}sizes`, { recursive: true });
for (const { name, width, height } of SIZES.values()) {
  const file = `${FOLDER}sizes/${name}.h264`;
  const input = ['-v', 'error', '-y', '-r', '15', '-i', `${FOLDER}ch1-main.h264`, '-vf', `scale=${width}:${height}`];
  const codec = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow', '-crf', '36', ...EVERY_SECOND];
  execFileSync('ffmpeg', [...input, ...codec, '-x264-params', SETTINGS, '-f', 'h264', file]);
  const nals = splitNals(new Uint8Array(readFileSync(file)));
  writeFileSync(file, joinNals(nals.filter((nal) => !LEFT_OUT.has(nalType('h264', nal[0] ?? 0)))));
}
