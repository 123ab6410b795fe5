// Whether a file is what the ending of its name says, and whole: archives begin and end in known ways. Of other endings nobody but the maker
// of the recorder knows what is in them.
import { open } from 'node:fs/promises';
import { AppError } from '../../kernel/errors.ts';

type Ending = { starts: readonly string[]; ends?: { mark: string; within: number } };

/** In hex. The end of a ZIP is a record of its own; what is cut off has none. */
const endings: Readonly<Record<string, Ending>> = {
  zip: { starts: ['504b0304'], ends: { mark: '504b0506', within: 22 + 65_535 } },
  gz: { starts: ['1f8b08'] },
  tgz: { starts: ['1f8b08'] },
  bz2: { starts: ['425a68'] },
  xz: { starts: ['fd377a585a00'], ends: { mark: '595a', within: 2 } },
  '7z': { starts: ['377abcaf271c'] },
};
const HEAD_BYTES = 8;

const bytesAt = async (path: string, at: number, length: number): Promise<Buffer> => {
  const file = await open(path, 'r');
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at).finally(() => file.close());
  return bytes.subarray(0, bytesRead);
};

/** Throws AppError `invalid`. */
export const assertWhatItClaims = async (path: string, fileName: string, bytes: number): Promise<void> => {
  const name = fileName.toLowerCase().split('.').at(-1) ?? '';
  const ending = endings[name];
  if (ending === undefined) return;
  const head = (await bytesAt(path, 0, HEAD_BYTES)).toString('hex');
  if (!ending.starts.some((start) => head.startsWith(start)))
    throw new AppError('invalid', `This is no ${name} file, as its name says.`);
  if (ending.ends === undefined) return;
  const { mark, within } = ending.ends;
  const tail = await bytesAt(path, Math.max(0, bytes - within), Math.min(bytes, within));
  if (!tail.includes(Buffer.from(mark, 'hex')))
    throw new AppError('invalid', `The end of this ${name} file is missing.`);
};
