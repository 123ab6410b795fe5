// The keys of the configuration about disks of the machine: which folders of recordings are only read, and what may be formatted from the
// console.
import { list } from './config-values.ts';

export const diskConfig = {
  recordReadOnly: list(
    'Which folders for recordings, by their number from 1, are played from and never written: 2,3.',
    {
      range: 'numbers from 1 to 24',
      pattern: /^([1-9]|1\d|2[0-4])$/,
    },
  ),
  allowDiskFormat: list(
    'Disks, parts of disks and image files that an administrator may format in the console, by their absolute path; none: nothing.',
    { range: 'absolute paths', pattern: /^\/[^\r\n,]{1,299}$/ },
  ),
};
