// The codec numbers of JT/T 1078 (table 12), used in 0x1003 and in the PT field of media packets. Names only, no decoding.

/** The numbers code asks for by name: those seen on real devices, and transparent data. */
export const PAYLOAD_TYPE = {
  g711a: 6,
  g711u: 7,
  g726: 8,
  aac: 19,
  heAac: 21,
  aacLc: 24,
  adpcm: 26,
  transparent: 91,
  h264: 98,
  h265: 99,
} as const;

const NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'G.721'],
  [2, 'G.722'],
  [3, 'G.723'],
  [4, 'G.728'],
  [5, 'G.729'],
  [6, 'G.711A'],
  [7, 'G.711U'],
  [8, 'G.726'],
  [9, 'G.729A'],
  [10, 'DVI4 (3)'],
  [11, 'DVI4 (4)'],
  [12, 'DVI4 8 kHz'],
  [13, 'DVI4 16 kHz'],
  [14, 'LPC'],
  [15, 'S16BE stereo'],
  [16, 'S16BE mono'],
  [17, 'MPEG audio'],
  [18, 'LPCM'],
  [19, 'AAC'],
  [20, 'WMA9'],
  [21, 'HE-AAC'],
  [22, 'PCM voice'],
  [23, 'PCM audio'],
  [24, 'AAC-LC'],
  [25, 'MP3'],
  [26, 'ADPCM'],
  [27, 'MP4 audio'],
  [28, 'AMR'],
  [91, 'transparent data'],
  [98, 'H.264'],
  [99, 'H.265'],
  [100, 'AVS'],
  [101, 'SVAC'],
]);

/** The codec's name for people; reserved and vendor numbers give their number. */
export const payloadTypeName = (payloadType: number): string =>
  NAMES.get(payloadType) ??
  (payloadType >= 111 && payloadType <= 127 ? `vendor ${payloadType}` : `codec ${payloadType}`);
