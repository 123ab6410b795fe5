// How large a file is, in words: in steps of 1024, with as many digits as say something.
const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
const STEP = 1024;

export const fileSizeText = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : Number(size.toFixed(1))} ${UNITS[unit] ?? ''}`;
};
