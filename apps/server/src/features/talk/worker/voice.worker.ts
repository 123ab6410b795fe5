// The thread that makes files of sound of a talk that is over: what the operator said, what the device said, and both together.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AdtsOutputFormat, AudioSample, AudioSampleSource, BufferTarget, Output } from 'mediabunny';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { InTurn } from '../../../kernel/work/in-turn.ts';
import { mix, readTape, SOUND_RATE_HZ } from '../talk-tape.ts';

const BITS_PER_SECOND = 32_000;
registerAacEncoder();

const aacOf = async (pcm: Int16Array): Promise<Uint8Array> => {
  const target = new BufferTarget();
  const output = new Output({ format: new AdtsOutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'aac', bitrate: BITS_PER_SECOND });
  output.addAudioTrack(source);
  await output.start();
  for (let at = 0; at < pcm.length; at += SOUND_RATE_HZ) {
    const data = pcm.slice(at, at + SOUND_RATE_HZ);
    const timestamp = at / SOUND_RATE_HZ;
    const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate: SOUND_RATE_HZ, timestamp });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
};

/** Whole, or not there. */
const put = (path: string, bytes: Uint8Array): void => {
  writeFileSync(`${path}.part`, bytes, { flush: true, mode: 0o600 });
  renameSync(`${path}.part`, path);
};

const make = async (stem: string): Promise<void> => {
  const found = readTape(readFileSync(`${stem}.tape`));
  const [source, mdvr] = [found.get('source'), found.get('mdvr')];
  if (source !== undefined) put(`${stem}.source.aac`, await aacOf(source));
  if (mdvr !== undefined) put(`${stem}.mdvr.aac`, await aacOf(mdvr));
  if (source !== undefined && mdvr !== undefined) put(`${stem}.merge.aac`, await aacOf(mix(source, mdvr)));
  rmSync(`${stem}.tape`);
};

const turn = new InTurn();
const calls = { make: (stem: string): Promise<void> => turn.run(() => make(stem)) };
export type VoiceCalls = typeof calls;
serveCalls(parentPort, calls);
