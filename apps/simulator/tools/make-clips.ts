// Makes apps/simulator/clips: four drawn cameras in two sizes, two sounds, a photo, and the index that spares parsing at run
// time. Run by hand after a change (`npx node apps/simulator/tools/make-clips.ts`); the result is committed. Needs ffmpeg.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { drawCabin } from './clips/cabin-scene.ts';
import { drawDoor } from './clips/door-scene.ts';
import { drawDriver } from './clips/driver-scene.ts';
import { LOOP_S } from './clips/loop.ts';
import { Painter } from './clips/painter.ts';
import { drawRoad } from './clips/road-scene.ts';
import { engineSound, voiceSound } from './clips/sounds.ts';

const FPS = 15;
const FOLDER = new URL('../clips/', import.meta.url).pathname;
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf';
const SCENES = [
  { label: 'CH1 Driver', draw: drawDriver },
  { label: 'CH2 Road', draw: drawRoad },
  { label: 'CH3 Door', draw: drawDoor },
  { label: 'CH4 Cabin', draw: drawCabin },
];
const SIZES = [
  { stream: 'main', width: 704, height: 576, kbps: 430, font: 26 },
  { stream: 'sub', width: 352, height: 288, kbps: 150, font: 15 },
];

type VideoEntry = {
  channel: number;
  stream: string;
  file: string;
  label: string;
  width: number;
  height: number;
  fps: number;
  sizes: number[];
  keys: number[];
};

const main = async (): Promise<void> => {
  const video: VideoEntry[] = [];
  for (const [i, scene] of SCENES.entries()) {
    await encodeScene(i + 1, scene.label, scene.draw); // one after the other: each already fills a core
    for (const size of SIZES) video.push(indexVideo(i + 1, scene.label, size));
    console.log(`${scene.label} done`);
  }
  const audio = [...encodeSound('voice', voiceSound()), ...encodeSound('engine', engineSound())];
  makePhoto();
  writeFileSync(
    `${FOLDER}index.json`,
    `${JSON.stringify({ loopMs: LOOP_S * 1000, video, audio, photo: 'photo.jpg' })}\n`,
  );
};

const filter = (label: string, size: (typeof SIZES)[number]): string => {
  const text = (body: string, y: string): string =>
    `drawtext=fontfile=${FONT}:fontsize=${size.font}:fontcolor=white:borderw=2:bordercolor=black:x=${size.font / 2}:y=${y}:${body}`;
  const clock = `timecode='00\\:00\\:00\\:00':rate=${FPS}:text=''`;
  return [
    `scale=${size.width}:${size.height}:flags=area`,
    text(`text='${label}  OUTRIDER'`, `${size.font / 2}`),
    text(clock, `h-${size.font * 1.5}`),
    text(`text='frame %{eif\\:n\\:d\\:3}'`, `h-${size.font * 1.5}`).replace(
      `:x=${size.font / 2}:`,
      `:x=w-tw-${size.font / 2}:`,
    ),
    'format=yuv420p',
  ].join(',');
};

const encodeScene = (channel: number, label: string, draw: (p: Painter, t: number) => void): Promise<void> => {
  const painter = new Painter(1056, 864);
  const outputs = SIZES.flatMap((size) => [
    '-vf',
    filter(label, size),
    '-c:v',
    'libx264',
    '-profile:v',
    'main',
    '-preset',
    'slow',
    '-bf',
    '0',
    '-g',
    `${FPS}`,
    '-keyint_min',
    `${FPS}`,
    '-sc_threshold',
    '0',
    '-b:v',
    `${size.kbps}k`,
    '-maxrate',
    `${size.kbps * 1.5}k`,
    '-bufsize',
    `${size.kbps}k`,
    '-x264-params',
    'repeat-headers=1:slices=1:threads=2:sliced-threads=0:ref=1',
    '-f',
    'h264',
    rawName(channel, size.stream),
  ]);
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    `${painter.width}x${painter.height}`,
    '-r',
    `${FPS}`,
    '-i',
    'pipe:0',
  ];
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...outputs], { stdio: ['pipe', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
    const next = (frame: number): void => {
      if (frame === FPS * LOOP_S) {
        child.stdin.end();
        return;
      }
      draw(painter, frame / FPS);
      child.stdin.write(painter.bytes, () => next(frame + 1));
    };
    next(0);
  });
};

const rawName = (channel: number, stream: string): string => `${FOLDER}raw-ch${channel}-${stream}.h264`;

/** Drops AUD and the encoder's own SEI, cuts the stream into frames and writes them back to back. */
const indexVideo = (channel: number, label: string, size: (typeof SIZES)[number]): VideoEntry => {
  const raw = readFileSync(rawName(channel, size.stream));
  rmSync(rawName(channel, size.stream));
  const frames: Buffer[] = [];
  const keys: number[] = [];
  let parts: Buffer[] = [];
  for (const nal of splitAnnexB(raw)) {
    const type = (nal[0] ?? 0) & 0x1f;
    if (type === 9 || type === 6) continue;
    parts.push(Buffer.of(0, 0, 0, 1), nal);
    if (type !== 1 && type !== 5) continue;
    if (type === 5) keys.push(frames.length);
    frames.push(Buffer.concat(parts));
    parts = [];
  }
  if (frames.length !== FPS * LOOP_S) throw new Error(`${label} ${size.stream}: ${frames.length} frames`);
  const file = `ch${channel}-${size.stream}.h264`;
  writeFileSync(`${FOLDER}${file}`, Buffer.concat(frames));
  const { stream, width, height } = size;
  return { channel, stream, file, label, width, height, fps: FPS, sizes: frames.map((frame) => frame.length), keys };
};

const splitAnnexB = (bytes: Buffer): Buffer[] => {
  const nals: Buffer[] = [];
  let start = -1;
  for (let at = bytes.indexOf('000001', 0, 'hex'); at >= 0; at = bytes.indexOf('000001', at + 3, 'hex')) {
    if (start >= 0) nals.push(trimZeros(bytes.subarray(start, at)));
    start = at + 3;
  }
  if (start >= 0) nals.push(bytes.subarray(start));
  return nals;
};

const trimZeros = (nal: Buffer): Buffer => {
  let end = nal.length;
  while (end > 0 && nal[end - 1] === 0) end -= 1;
  return nal.subarray(0, end);
};

const encodeSound = (
  name: string,
  pcm: Int16Array,
): { name: string; codec: string; file: string; bytesPer40Ms: number }[] => {
  const forms = [
    { codec: 'g711a', bytesPer40Ms: 320, args: ['-c:a', 'pcm_alaw', '-f', 'alaw'] },
    { codec: 'g726', bytesPer40Ms: 160, args: ['-c:a', 'g726le', '-b:a', '32k', '-f', 'g726le'] },
  ];
  return forms.map(({ codec, bytesPer40Ms, args }) => {
    const file = `${name}.${codec}`;
    const input = ['-f', 's16le', '-ar', '8000', '-ac', '1', '-i', 'pipe:0'];
    const done = spawnSync('ffmpeg', ['-v', 'error', '-y', ...input, ...args, `${FOLDER}${file}`], {
      input: new Uint8Array(pcm.buffer),
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    if (done.status !== 0) throw new Error(`${file}: ffmpeg ended with ${done.status}`);
    if (statSync(`${FOLDER}${file}`).size !== bytesPer40Ms * 25 * LOOP_S) throw new Error(`${file}: unexpected length`);
    return { name, codec, file, bytesPer40Ms };
  });
};

const makePhoto = (): void => {
  const painter = new Painter(1056, 864);
  drawRoad(painter, 6.4);
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    '1056x864',
    '-i',
    'pipe:0',
    '-vf',
    'scale=640:480:flags=area',
  ];
  const done = spawnSync('ffmpeg', ['-v', 'error', '-y', ...input, '-q:v', '6', `${FOLDER}photo.jpg`], {
    input: painter.bytes,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (done.status !== 0) throw new Error(`photo: ffmpeg ended with ${done.status}`);
};

await main();
