// Enter in the field of one device belongs to its list: it never sends the form around it with the device of before.
import { q05Device } from '@outrider/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices } from '../../live/stores.ts';
import { DeviceChoice } from './device-choice.tsx';

const chosen: string[] = [];

beforeAll(startTexts);
beforeEach(() => {
  chosen.length = 0;
  const wire = q05Device.example.reply.Z;
  const list = ['101', '102'].map((deviceid) => decodeDevice({ ...wire, deviceid, registered: 1 }));
  devices.replaceAll(list.filter((device) => device !== undefined));
  render(<DeviceChoice label="Device" deviceId="101" onChoose={(id) => chosen.push(id)} />);
});
afterEach(() => {
  cleanup();
  devices.clear();
});

const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Device' });
/** Gives whether the form around it would hear of it. */
const enter = (isComposing = false): boolean => fireEvent.keyDown(field(), { key: 'Enter', isComposing });
const type = (value: string): boolean => fireEvent.change(field(), { target: { value } });

it('picks what stands there, and sends nothing where nothing does', () => {
  type('no such device');
  expect([enter(), chosen]).toEqual([false, []]);
  type('102');
  expect([enter(), chosen]).toEqual([false, ['102']]);
  expect(enter(), 'the list is closed: the form is sent').toBe(true);
});

it('the Enter of an input method takes over what it writes, and picks nothing', () => {
  type('1');
  enter(true);
  expect(chosen).toEqual([]);
});
