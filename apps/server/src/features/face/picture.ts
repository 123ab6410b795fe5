// What a photo is: decoded whole, so that what is no picture is never kept. Takes long and much memory: runs in worker/picture.worker.ts.
import { readFileSync } from 'node:fs';
import { decode } from 'jpeg-js';
import { assertPng } from '../../kernel/png.ts';
import { MAX_MEMORY_MB, MAX_PIXELS } from './picture-limits.ts';

export type PictureType = 'image/jpeg' | 'image/png';

const MEGA = 1_000_000;

/** Undefined for what cannot be drawn. */
export const pictureType = (bytes: Buffer): PictureType | undefined => {
  try {
    if (bytes[0] === 0x89) {
      assertPng(bytes, MAX_PIXELS);
      return 'image/png';
    }
    decode(bytes, {
      useTArray: true,
      formatAsRGBA: false,
      tolerantDecoding: false,
      maxResolutionInMP: MAX_PIXELS / MEGA,
      maxMemoryUsageInMB: MAX_MEMORY_MB,
    });
    return 'image/jpeg';
  } catch {
    return undefined;
  }
};

export const pictureTypeOf = (path: string): PictureType | null => pictureType(readFileSync(path)) ?? null;
