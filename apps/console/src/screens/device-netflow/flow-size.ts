// How a number of bytes reads, and in which of four classes it is. Pure.

const K = 1024;
const M = 1024 * K;
const G = 1024 * M;

export type FlowClass = 'grey' | 'green' | 'orange' | 'red';

/** A boundary belongs to the class above. */
export const flowClass = (bytes: number): FlowClass => {
  if (bytes < K) return 'grey';
  if (bytes < M) return 'green';
  return bytes < G ? 'orange' : 'red';
};

/** In K, M or G with one decimal; below a K the bytes as they are. */
export const flowText = (bytes: number): string => {
  if (bytes < K) return String(bytes);
  if (bytes < M) return `${(bytes / K).toFixed(1)}K`;
  return bytes < G ? `${(bytes / M).toFixed(1)}M` : `${(bytes / G).toFixed(1)}G`;
};
