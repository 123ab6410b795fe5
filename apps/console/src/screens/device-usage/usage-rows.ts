// What Q09 answers of a day, as rows of a table. Pure.

/** `share` from 0 to 1. */
export type UsageRow = { readonly id: string; readonly share: number };

/** Of all devices together. No device has such a name: theirs have no spaces. */
export const ALL_ROW = 'ALL';

/** '13800000101:0.75'; a device's name may hold a colon, a number none. */
export const usageRows = (list: readonly string[]): UsageRow[] =>
  list.map((entry) => {
    const at = entry.lastIndexOf(':');
    return { id: entry.slice(0, at), share: Number(entry.slice(at + 1)) };
  });

/** 0.12345 reads 12.345%. */
export const shareText = (share: number): string => `${(share * 100).toFixed(3)}%`;
