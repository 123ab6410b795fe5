// What is written while somebody talks: blocks of samples with their place in time, one after the other. Files of sound are made of it
// when the talk is over (worker/voice.worker.ts). Pure.

export const SOUND_RATE_HZ = 8000;
/** Of a talk that is longer the rest is not kept. */
const MAX_SOUND_SAMPLES = 3600 * SOUND_RATE_HZ;
const sides = ['source', 'mdvr'] as const;
export type Side = (typeof sides)[number];

const HEAD_BYTES = 8;
/** Blocks that follow each other within so much belong together: networks are not even. */
const UNEVEN_SAMPLES = SOUND_RATE_HZ / 5;

/** Where the blocks of one side belong: in a row, but after a silence where they came. */
export class SidePlace {
  #next = 0;

  /** `now`: samples since the beginning of the talk, at which the block ends. Undefined: beyond what is kept. */
  placeOf(length: number, now: number): number | undefined {
    const came = Math.max(0, now - length);
    const at = came > this.#next + UNEVEN_SAMPLES ? came : this.#next;
    if (at + length > MAX_SOUND_SAMPLES) return undefined;
    this.#next = at + length;
    return at;
  }
}

export const tapeBlock = (side: Side, at: number, pcm: Int16Array): Buffer => {
  const block = Buffer.alloc(HEAD_BYTES + pcm.length * 2);
  block.writeUInt8(sides.indexOf(side), 0);
  block.writeUInt16LE(pcm.length, 2);
  block.writeUInt32LE(at, 4);
  for (const [i, sample] of pcm.entries()) block.writeInt16LE(sample, HEAD_BYTES + i * 2);
  return block;
};

/** Each side from the beginning of the talk; a side that said nothing is missing. What a kill cut off at the end is left out. */
export const readTape = (tape: Buffer): ReadonlyMap<Side, Int16Array> => {
  const blocks: { side: Side; at: number; from: number; length: number }[] = [];
  for (let from = 0; from + HEAD_BYTES <= tape.length;) {
    const [side, length, at] = [sides[tape.readUInt8(from)], tape.readUInt16LE(from + 2), tape.readUInt32LE(from + 4)];
    from += HEAD_BYTES;
    const isWhole = from + length * 2 <= tape.length && at + length <= MAX_SOUND_SAMPLES;
    if (side === undefined || !isWhole) break;
    blocks.push({ side, at, from, length });
    from += length * 2;
  }
  const found = new Map<Side, Int16Array>();
  for (const side of sides) {
    const own = blocks.filter((block) => block.side === side);
    if (own.length === 0) continue;
    const pcm = new Int16Array(Math.max(...own.map(({ at, length }) => at + length)));
    for (const { at, from, length } of own)
      for (let i = 0; i < length; i++) pcm[at + i] = tape.readInt16LE(from + i * 2);
    found.set(side, pcm);
  }
  return found;
};

/** Both at once, as loud as each was. */
export const mix = (one: Int16Array, other: Int16Array): Int16Array =>
  Int16Array.from({ length: Math.max(one.length, other.length) }, (_, i) =>
    Math.max(-32_768, Math.min(32_767, (one[i] ?? 0) + (other[i] ?? 0))),
  );
