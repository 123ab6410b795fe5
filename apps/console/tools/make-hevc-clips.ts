// Makes apps/console/testdata/hevc: tiny H.265 streams of many kinds, and the MD5 of each picture's planes as ffmpeg decodes them. Run by
// hand after a change (`npx node apps/console/tools/make-hevc-clips.ts`); the result is committed. Needs ffmpeg with libx265.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

type Recipe = {
  readonly name: string;
  readonly size?: `${number}x${number}`;
  readonly frames?: number;
  /** Of x265, ':' between them. */
  readonly params: string;
  readonly pixels?: 'yuv420p' | 'yuv420p10le' | 'gray';
  /** More of ffmpeg's own options. */
  readonly more?: readonly string[];
  readonly source?: string;
};

const FOLDER = new URL('../testdata/hevc/', import.meta.url).pathname;
const PLAIN = 'bframes=0:keyint=6:min-keyint=6';

const recipes: readonly Recipe[] = [
  { name: 'plain-64x64', size: '64x64', frames: 12, params: PLAIN },
  { name: 'qcif', size: '176x144', params: PLAIN },
  { name: 'cif', size: '352x288', frames: 5, params: PLAIN },
  { name: 'odd-crop-66x50', size: '66x50', params: PLAIN },
  { name: 'odd-crop-130x98', size: '130x98', params: PLAIN },
  { name: 'narrow-16x128', size: '16x128', params: PLAIN },
  { name: 'ctu-16', params: `${PLAIN}:ctu=16` },
  { name: 'ctu-32', params: `${PLAIN}:ctu=32` },
  { name: 'ctu-64-min-cu-8', params: `${PLAIN}:ctu=64:min-cu-size=8` },
  { name: 'high-tier', params: `${PLAIN}:high-tier=1:level-idc=4:vbv-maxrate=13000:vbv-bufsize=13000` },
  { name: 'intra-only', frames: 4, params: 'keyint=1' },
  { name: 'b-frames', frames: 12, params: 'bframes=3:b-adapt=0:b-pyramid=0:keyint=12:no-open-gop=1' },
  { name: 'b-pyramid', frames: 16, params: 'bframes=4:b-adapt=0:b-pyramid=1:keyint=16:no-open-gop=1' },
  { name: 'open-gop', frames: 18, params: 'bframes=3:b-adapt=0:keyint=6:min-keyint=6:open-gop=1' },
  { name: 'no-sao', params: `${PLAIN}:no-sao=1` },
  { name: 'no-deblock', params: `${PLAIN}:no-deblock=1` },
  { name: 'no-filters', params: `${PLAIN}:no-sao=1:no-deblock=1` },
  { name: 'wavefront', size: '192x192', params: `${PLAIN}:wpp=1:ctu=32` },
  { name: 'no-wavefront', size: '192x192', params: `${PLAIN}:no-wpp=1:ctu=32` },
  { name: 'three-slices', size: '192x192', params: `${PLAIN}:slices=3:ctu=16` },
  { name: 'many-references', frames: 10, params: 'bframes=0:ref=5:keyint=10' },
  { name: 'weighted', frames: 10, params: 'bframes=2:weightp=1:weightb=1:keyint=10', source: 'fade' },
  { name: 'rect-amp', params: `${PLAIN}:rect=1:amp=1` },
  { name: 'lossless', size: '64x64', frames: 3, params: `${PLAIN}:lossless=1` },
  { name: 'scaling-lists', params: `${PLAIN}:scaling-list=default` },
  { name: 'temporal-layers', frames: 12, params: 'bframes=3:temporal-layers=2:keyint=12:b-adapt=0:no-open-gop=1' },
  { name: 'delimiters-and-sei', params: `${PLAIN}:aud=1:hrd=1:vbv-maxrate=500:vbv-bufsize=500:hash=1` },
  { name: 'main10', params: PLAIN, pixels: 'yuv420p10le' },
  // What the decoder does wrong, so that it must be known beforehand.
  { name: 'transform-skip', params: `${PLAIN}:tskip=1` },
  { name: 'monochrome', params: PLAIN, pixels: 'gray' },
];

/** Streams one after another: sizes, tools and parameter sets change in mid-stream. */
const joined = [
  { name: 'sizes-change', parts: ['plain-64x64', 'qcif', 'odd-crop-66x50'] },
  { name: 'sets-change', parts: ['no-sao', 'ctu-16', 'b-frames', 'no-deblock'] },
] as const;

const sourceOf = ({ size = '96x80', source }: Recipe): string =>
  source === 'fade' ? `testsrc2=s=${size}:r=15,fade=t=in:st=0:d=0.6` : `testsrc2=s=${size}:r=15`;

const encode = (recipe: Recipe): Uint8Array => {
  const { frames = 8, params, pixels = 'yuv420p', more = [], name } = recipe;
  const file = `${FOLDER}${name}.h265`;
  const input = ['-f', 'lavfi', '-i', sourceOf(recipe), '-frames:v', String(frames), '-pix_fmt', pixels];
  const codec = ['-c:v', 'libx265', '-preset', 'medium', '-crf', '34', ...more];
  const settings = `log-level=none:info=0:repeat-headers=1:${params}`;
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...codec, '-x265-params', settings, '-f', 'hevc', file]);
  return readFileSync(file);
};

/** The planes of each picture, one after the other, 8 bits a sample: those of 10 bits without their last two, grey with grey chroma. */
const planesOf = (file: string, size: string, pixels: NonNullable<Recipe['pixels']>): Buffer[] => {
  const args = ['-v', 'error', '-f', 'hevc', '-i', file, '-fps_mode', 'passthrough', '-f', 'rawvideo'];
  const raw = execFileSync('ffmpeg', [...args, '-pix_fmt', pixels, '-'], { maxBuffer: 2 ** 28 });
  const [width = 0, height = 0] = size.split('x').map(Number);
  const chroma = 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
  const samples = width * height + (pixels === 'gray' ? 0 : chroma);
  const all =
    pixels === 'yuv420p10le'
      ? Buffer.from(new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2).map((v) => v >> 2))
      : raw;
  return Array.from({ length: all.length / samples }, (_, i) => {
    const picture = all.subarray(i * samples, (i + 1) * samples);
    return pixels === 'gray' ? Buffer.concat([picture, Buffer.alloc(chroma, 128)]) : picture;
  });
};

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

const main = (): void => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const index: Record<string, { size: string; md5: string[] }> = {};
  for (const recipe of recipes) {
    encode(recipe);
    const { name, size = '96x80', pixels = 'yuv420p' } = recipe;
    index[name] = { size, md5: planesOf(`${FOLDER}${name}.h265`, size, pixels).map(md5) };
  }
  for (const { name, parts } of joined) {
    writeFileSync(`${FOLDER}${name}.h265`, Buffer.concat(parts.map((part) => readFileSync(`${FOLDER}${part}.h265`))));
    index[name] = { size: index[parts.at(-1) ?? '']?.size ?? '', md5: parts.flatMap((part) => index[part]?.md5 ?? []) };
  }
  writeFileSync(`${FOLDER}index.json`, `${JSON.stringify(index, null, 1)}\n`);
};

main();
