// What kind of disk each is, in words.
import type { BlockDeviceRow } from '@outrider/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { DiskList } from './disk-list.tsx';

const disk = (name: string, type: string, children: BlockDeviceRow[] = []): BlockDeviceRow => ({
  name,
  type,
  fstype: '',
  size: 0,
  uuid: '',
  mountpoint: '',
  bar: 'readonly',
  children,
});

beforeAll(startTexts);
afterEach(cleanup);

it.each([
  ['disk', 'Disk'],
  ['part', 'Partition'],
  ['raid1', 'RAID array'],
  ['file', 'Image file'],
  ['zram', 'zram'],
])('%s is called %s, also inside another one', (type, words) => {
  const blockdevices = [disk('sda', 'disk', [disk('sda1', type)])];
  render(
    <DiskList
      data={{ blockdevices, formatting: '', allowed: false }}
      error={null}
      loading={false}
      formatting=""
      reload={() => undefined}
      format={() => undefined}
    />,
  );
  const named = (start: RegExp): (string | null)[] =>
    screen.getAllByText(start, { trim: false }).map(({ textContent }) => textContent);
  expect(named(/^sda $/)).toEqual(['sda Disk']);
  expect(named(/^sda1 $/)).toEqual([`sda1 ${words}`]);
});
