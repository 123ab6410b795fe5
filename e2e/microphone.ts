// The operator's microphone in tests: a file with a tone that Chromium plays in its place; and what a page sent of it.
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeStreamMessage, streamCodecs, streamKinds } from '@outrider/contract';
import { G726Decoder } from '@outrider/media';
import type { Page, WebSocket } from '@playwright/test';
import type { Vehicle } from '../apps/simulator/src/index.ts';
import { toneIn } from '../integration/support/talk.ts';
import { test } from './test.ts';

/** The tone, told apart from what simulated drivers hum. */
const TONE_HZ = 440;
const FILE_RATE_HZ = 48_000;
/** Spoken and silent by turns: browsers take a tone without end for noise and take it away. */
const FILE_SECONDS = 1;
const SPOKEN_SECONDS = 0.5;
const AMPLITUDE = 9000;

/** A WAV file of 16 bit mono. */
const toneFile = (): Uint8Array => {
  const samples = FILE_RATE_HZ * FILE_SECONDS;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(FILE_RATE_HZ, 24);
  file.writeUInt32LE(FILE_RATE_HZ * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < FILE_RATE_HZ * SPOKEN_SECONDS; i += 1)
    file.writeInt16LE(Math.round(AMPLITUDE * Math.sin((2 * Math.PI * TONE_HZ * i) / FILE_RATE_HZ)), 44 + i * 2);
  return file;
};

/** Switches for useStage, with which the microphone of every page gives the tone. Call it once, at the top of a spec. */
export const toneMicrophone = (): readonly string[] => {
  const path = join(tmpdir(), `outrider-tone-${process.pid}.wav`);
  test.beforeAll(() => writeFileSync(path, toneFile()));
  test.afterAll(() => rmSync(path, { force: true }));
  return [`--use-file-for-fake-audio-capture=${path}`];
};

/** How loud a block is that is worth measuring. */
const LOUD = 500;
const LOUD_ENOUGH = 20;

/** The share of a sound's loud blocks in which the tone is nearly all there is, 0 to 1; 0 before enough is loud. */
export const toneShare = (blocks: readonly Int16Array[]): number => {
  const loud = blocks.map((block) => toneIn(block, TONE_HZ)).filter(({ rms }) => rms > LOUD);
  if (loud.length < LOUD_ENOUGH) return 0;
  return loud.filter(({ share }) => share > 0.8).length / loud.length;
};

/** Samples from one beginning of the tone to the next, for each second of the file; edges are found to a block of 40 ms. */
export const samplesPerSecond = (blocks: readonly Int16Array[]): number[] => {
  const begins: number[] = [];
  let [samples, quiet] = [0, false];
  for (const block of blocks) {
    const loud = toneIn(block, TONE_HZ).rms > LOUD;
    if (loud && quiet) begins.push(samples);
    quiet = !loud;
    samples += block.length;
  }
  return begins.slice(1).map((at, i) => at - (begins[i] ?? 0));
};

/** What the loudspeaker of a vehicle played, block by block. */
export const heardBy = ({ talkHeard }: Vehicle): Int16Array[] =>
  talkHeard.flatMap(({ pcm }) => (pcm === null ? [] : [pcm]));

/** One talk of a page: its address, and what it said as samples at 8 kHz. */
export type SentTalk = { readonly url: URL; readonly blocks: Int16Array[]; bytes: number };

/** Keeps every talk that a page opens from now on. */
export const watchTalks = (page: Page): SentTalk[] => {
  const talks: SentTalk[] = [];
  page.on('websocket', (socket: WebSocket) => {
    const url = new URL(socket.url());
    if (url.searchParams.get('type') !== 'talk') return;
    const talk: SentTalk = { url, blocks: [], bytes: 0 };
    const decoder = new G726Decoder(4, 'lsb');
    talks.push(talk);
    socket.on('framesent', ({ payload }) => {
      const read = typeof payload === 'string' ? undefined : decodeStreamMessage(payload);
      if (read?.header.kind !== streamKinds.audio || read.header.codec !== streamCodecs.g726) return;
      talk.bytes += read.body.length;
      talk.blocks.push(decoder.decode(read.body));
    });
  });
  return talks;
};
