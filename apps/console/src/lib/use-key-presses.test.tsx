// Keys of a screen are heard from the moment it is drawn.
import { cleanup, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useKeyPresses } from './use-key-presses.ts';

afterEach(cleanup);

const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));

const Screen = ({ name, heard }: { name: string; heard: string[] }): null => {
  useKeyPresses(({ key }) => heard.push(`${name} ${key}`) > 0 && key === 'k');
  return null;
};

/** Presses the key of its name as soon as its screen stands in the page, before the browser has painted it. */
const Hasty = ({ name, heard }: { name: string; heard: string[] }): ReactElement => {
  useLayoutEffect(() => void press(name), [name]);
  return <Screen name={name} heard={heard} />;
};

it('hears the first key and each later one by what is on screen then, and none when it is gone', () => {
  const heard: string[] = [];
  const { rerender, unmount } = render(<Hasty name="a" heard={heard} />);
  expect(heard).toEqual(['a a']);
  rerender(<Hasty name="b" heard={heard} />);
  expect(heard).toEqual(['a a', 'b b']);
  unmount();
  press('k');
  expect(heard).toHaveLength(2);
});

it('keeps its own keys from the page, leaves others to it, and hears none with Ctrl, Alt or Meta', () => {
  const heard: string[] = [];
  render(<Screen name="it" heard={heard} />);
  expect([press('k'), press('x')]).toEqual([false, true]);
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) press('k', held);
  expect(heard).toEqual(['it k', 'it x']);
});
