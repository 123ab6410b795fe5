// Makes apps/simulator/clips/hd: the road camera's main stream in 1280 x 720, for recorders of that size. Run by hand after make-clips.ts
// (`npx node apps/simulator/tools/make-hd-clip.ts`); the result is committed. Needs ffmpeg.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { joinNals, nalType, splitNals } from '@outrider/media';
import { loadClips } from '../src/media/clip-store.ts';

const FOLDER = new URL('../clips/', import.meta.url).pathname;
const FILE = `${FOLDER}hd/ch2-main.h264`;
const SETTINGS = 'repeat-headers=1:slices=1:threads=2:sliced-threads=0:ref=1';
/** Supplemental information, where x264 writes its settings, and delimiters. */
const LEFT_OUT = new Set([6, 9]);

mkdirSync(`${FOLDER}hd`, { recursive: true });
const { fps } = loadClips().videoFor(2, 'main');
const input = ['-v', 'error', '-y', '-r', String(fps), '-i', `${FOLDER}ch2-main.h264`];
const picture = ['-vf', 'crop=iw:iw*9/16,scale=1280:720:flags=lanczos,format=yuv420p'];
const codec = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow', '-bf', '0'];
const keys = ['-g', String(fps), '-keyint_min', String(fps), '-sc_threshold', '0'];
const rate = ['-b:v', '600k', '-maxrate', '900k', '-bufsize', '600k', '-x264-params', SETTINGS];
execFileSync('ffmpeg', [...input, ...picture, ...codec, ...keys, ...rate, '-f', 'h264', FILE]);
const nals = splitNals(new Uint8Array(readFileSync(FILE)));
writeFileSync(FILE, joinNals(nals.filter((nal) => !LEFT_OUT.has(nalType('h264', nal[0] ?? 0)))));
