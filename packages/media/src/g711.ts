// G.711 A-law and mu-law, both ways, by table. One byte is one sample of 8 kHz; no state.

/** ITU-T G.711 table 1: byte XOR 0x55, sign in bit 7 (1 positive), segment in bits 6-4, mantissa in bits 3-0; to 16 bits. */
const aLawSample = (code: number): number => {
  const value = code ^ 0x55;
  const segment = (value >> 4) & 7;
  const mantissa = value & 15;
  const magnitude = segment === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (segment - 1);
  return (value & 0x80) === 0 ? -magnitude : magnitude;
};

/** ITU-T G.711 table 2: complement, sign in bit 7, segment and mantissa over a bias of 0x84; to 16 bits. */
const muLawSample = (code: number): number => {
  const value = ~code & 0xff;
  const magnitude = ((((value & 15) << 3) + 0x84) << ((value >> 4) & 7)) - 0x84;
  return (value & 0x80) === 0 ? magnitude : -magnitude;
};

const A_LAW_SAMPLES = Int16Array.from({ length: 256 }, (_, code) => aLawSample(code));
const MU_LAW_SAMPLES = Int16Array.from({ length: 256 }, (_, code) => muLawSample(code));

/** A-law decision values of table 1 are in 13 bits: three low bits of a 16-bit sample say nothing. */
const aLawCode = (sample: number): number => {
  const positive = sample >= 0;
  const magnitude = Math.min((positive ? sample : ~sample) >> 4, 0x7ff);
  const segment = magnitude < 32 ? magnitude >> 4 : 28 - Math.clz32(magnitude);
  const mantissa = (segment < 2 ? magnitude : magnitude >> (segment - 1)) & 15;
  return ((segment << 4) | mantissa | (positive ? 0x80 : 0)) ^ 0x55;
};

const muLawCode = (sample: number): number => {
  const positive = sample >= 0;
  const magnitude = Math.min((positive ? sample : -sample) + 0x84, 0x7fff);
  const segment = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (segment + 3)) & 15;
  return ~((positive ? 0 : 0x80) | (segment << 4) | mantissa) & 0xff;
};

const A_LAW_CODES = Uint8Array.from({ length: 65536 }, (_, sample) => aLawCode((sample << 16) >> 16));
const MU_LAW_CODES = Uint8Array.from({ length: 65536 }, (_, sample) => muLawCode((sample << 16) >> 16));

export type G711Law = 'a' | 'u';

/** One 16-bit sample per byte. Takes any bytes. */
export const decodeG711 = (law: G711Law, bytes: Uint8Array): Int16Array => {
  const table = law === 'a' ? A_LAW_SAMPLES : MU_LAW_SAMPLES;
  const pcm = new Int16Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) pcm[i] = table[bytes[i] ?? 0] ?? 0;
  return pcm;
};

/** One byte per 16-bit sample. */
export const encodeG711 = (law: G711Law, pcm: Int16Array): Uint8Array => {
  const table = law === 'a' ? A_LAW_CODES : MU_LAW_CODES;
  const bytes = new Uint8Array(pcm.length);
  for (let i = 0; i < pcm.length; i += 1) bytes[i] = table[(pcm[i] ?? 0) & 0xffff] ?? 0;
  return bytes;
};
