import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileSizeText } from './file-size.ts';

it('[E-AUTOUP-004] file sizes are said in B, KB, MB and GB', () => {
  const [kb, mb, gb] = [1024, 1024 ** 2, 1024 ** 3];
  assert.deepEqual(
    [0, 500, kb - 1, kb, 2 * kb, 1.5 * kb, 5 * mb, 250.4 * mb, mb - 1, 3 * gb, 5000 * gb].map(fileSizeText),
    ['0 B', '500 B', '1023 B', '1 KB', '2 KB', '1.5 KB', '5 MB', '250 MB', '1024 KB', '3 GB', '5000 GB'],
  );
});
