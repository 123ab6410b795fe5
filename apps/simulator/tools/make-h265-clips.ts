// Makes apps/simulator/clips/h265: the first camera's clips coded in H.265, for recorders that send it. Run by hand after make-clips.ts
// (`npx node apps/simulator/tools/make-h265-clips.ts`); the result is committed. Needs ffmpeg with libx265.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { joinNals, nalType, splitNals } from '@outrider/media';
import { loadClips } from '../src/media/clip-store.ts';

const FOLDER = new URL('../clips/', import.meta.url).pathname;
const SETTINGS =
  'log-level=none:info=0:bframes=0:ref=1:keyint=15:min-keyint=15:scenecut=0:no-open-gop=1:repeat-headers=1:slices=1:frame-threads=1';
/** Supplemental information; x265 writes its own settings there. */
const SEI = new Set([39, 40]);

mkdirSync(`${FOLDER}h265`, { recursive: true });
for (const { stream, fps } of [loadClips().videoFor(1, 'sub'), loadClips().videoFor(1, 'main')]) {
  const file = `${FOLDER}h265/ch1-${stream}.h265`;
  const input = ['-v', 'error', '-y', '-r', String(fps), '-i', `${FOLDER}ch1-${stream}.h264`];
  const codec = ['-c:v', 'libx265', '-preset', 'slow', '-crf', '33', '-x265-params', SETTINGS];
  execFileSync('ffmpeg', [...input, ...codec, '-f', 'hevc', file]);
  const nals = splitNals(new Uint8Array(readFileSync(file)));
  writeFileSync(file, joinNals(nals.filter((nal) => !SEI.has(nalType('h265', nal[0] ?? 0)))));
}
