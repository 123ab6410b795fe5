// The field of devices says what people call those in it, and which number is no device.
import { cleanup, screen } from '@testing-library/react';
import { q05Device } from '@outrider/contract';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices } from '../../live/stores.ts';
import { described, draw } from '../../ui/testing.tsx';
import { DevicesField } from './devices-field.tsx';

const known = (...named: [id: string, name: string][]): void => {
  const wire = q05Device.example.reply.Z;
  const list = named.map(([deviceid, vehicleid]) => decodeDevice({ ...wire, deviceid, registered: 1, vehicleid }));
  devices.replaceAll(list.filter((device) => device !== undefined));
};
const help = (line: string): string => {
  draw(line, (value, onChange) => <DevicesField line={value} onChange={onChange} />);
  return described(screen.getByRole('textbox', { name: 'Device ID' }));
};

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  devices.clear();
});

it('names the devices in it, shortens a long list, and says which number it does not know', () => {
  known(['101', 'Bus 1'], ['102', 'Bus 2'], ['103', '']);
  expect(help('101,102')).toBe('Bus 1 · Bus 2');
  cleanup();
  expect(help('102,999,103')).toBe('Bus 2 · Unknown device 999 · 103');
  cleanup();
  expect(help('103')).toBe('Several are joined by commas.');
  cleanup();
  expect(help('')).toBe('Several are joined by commas.');
  cleanup();
  known(...Array.from({ length: 15 }, (_, i): [string, string] => [`${200 + i}`, `Van ${i}`]));
  expect(help(Array.from({ length: 15 }, (_, i) => 200 + i).join(','))).toMatch(/^Van 0 · .* · Van 11 · \+3$/);
});
