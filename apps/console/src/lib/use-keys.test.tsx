// Keys of a screen are heard from the moment it is drawn, and left to whatever needs them itself.
import { cleanup, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useKeys } from './use-keys.ts';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Whether the page was left the key. */
const press = (key: string, more: KeyboardEventInit = {}, at: Element = document.body): boolean =>
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));

type ListenerProps = { heard: string[]; name?: string; options?: Parameters<typeof useKeys>[1] };

/** Hears every key, and has an act for all but x. */
const Listener = ({ heard, name = 'it', options }: ListenerProps): null => {
  useKeys((key) => (key === 'x' ? undefined : () => heard.push(`${name} ${key}`)), options);
  return null;
};

/** Presses the key of its name as soon as its screen stands in the page, before the browser has painted it. */
const Hasty = ({ name, heard }: { name: string; heard: string[] }): ReactElement => {
  useLayoutEffect(() => void press(name), [name]);
  return <Listener name={name} heard={heard} />;
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

it('keeps its own keys from the page, leaves others to it, names Ctrl and hears nothing with Alt', () => {
  const heard: string[] = [];
  render(<Listener heard={heard} />);
  expect([press('K'), press('x'), press('k', { ctrlKey: true }), press('k', { altKey: true })]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(heard).toEqual(['it k', 'it ctrl+k']);
});

it('acts once on a key held down where repeats are not wanted, and still keeps it from the page', () => {
  const heard: string[] = [];
  render(<Listener heard={heard} options={{ repeats: false }} />);
  expect([press(' '), press(' ', { repeat: true })]).toEqual([false, false]);
  expect(heard).toEqual(['it  ']);
  cleanup();
  render(<Listener heard={heard} name="each" />);
  press('j', { repeat: true });
  expect(heard).toEqual(['it  ', 'each j']);
});

const PROBES = ['k', ' ', 'Enter', 'ArrowLeft', 'Home', 'PageDown', 'Escape'];
const swallowed: readonly (readonly [html: string, keys: readonly string[]])[] = [
  ['<input id="at">', PROBES],
  ['<input type="checkbox" id="at">', PROBES],
  ['<textarea id="at"></textarea>', PROBES],
  ['<select id="at"></select>', PROBES],
  ['<p contenteditable="true"><b id="at">text</b></p>', PROBES],
  ['<button><i id="at"></i></button>', [' ', 'Enter']],
  ['<button data-hold id="at"></button>', []],
  ['<a href="#x" id="at">x</a>', [' ', 'Enter']],
  ['<details><summary id="at"></summary></details>', [' ', 'Enter']],
  ['<table><tr><td id="at"></td></tr></table>', ['Enter']],
  ['<div role="row" id="at"></div>', ['Enter']],
  ['<div role="switch" id="at"></div>', [' ', 'Enter']],
  ['<input type="range" id="at">', ['ArrowLeft', 'Home', 'PageDown']],
  ['<div role="slider" id="at"></div>', ['ArrowLeft', 'Home', 'PageDown']],
  ['<div role="separator" id="at"></div>', ['ArrowLeft', 'Home', 'PageDown']],
  ['<div role="grid"><i id="at"></i></div>', ['ArrowLeft', 'Home', 'PageDown']],
  ['<div class="maplibregl-map"><i id="at"></i></div>', ['ArrowLeft']],
  ['<div class="modal"><i id="at"></i></div>', PROBES],
  ['<div class="offcanvas"><i id="at"></i></div>', PROBES],
  ['<div class="modal show"></div><i id="at"></i>', PROBES],
  ['<div class="offcanvas show"></div><i id="at"></i>', PROBES],
  ['<dialog open></dialog><i id="at"></i>', PROBES],
  ['<div class="modal"></div><i id="at"></i>', []],
];

it.each(swallowed)('leaves to what has the focus the keys it needs: %s', (html, keys) => {
  const page = document.createElement('div');
  page.innerHTML = html;
  document.body.append(page);
  const at = page.querySelector('#at') ?? page;
  render(<Listener heard={[]} />);
  expect(PROBES.filter((key) => press(key, {}, at))).toEqual(keys);
  const typing =
    html.includes('modal') || html.includes('dialog') || html.includes('offcanvas') ? keys.length > 0 : false;
  expect(press('k', { ctrlKey: true }, at)).toBe(typing);
});

it('of a dialog hears what is pressed in it, and only that; some keys are heard everywhere', () => {
  const modal = document.createElement('div');
  modal.className = 'modal show';
  modal.append(document.createElement('input'), document.createElement('p'));
  document.body.append(modal);
  const [input, text] = modal.children;
  const heard: string[] = [];
  render(
    <>
      <Listener heard={heard} name="dialog" options={{ where: 'dialog' }} />
      <Listener heard={heard} name="page" />
    </>,
  );
  for (const [key, at] of [
    ['a', input],
    ['b', text],
    ['c', document.body],
  ] as const)
    press(key, {}, at);
  expect(heard).toEqual(['dialog b']);
  render(<Listener heard={heard} name="both" options={{ where: 'anywhere' }} />);
  press('c');
  press('x', {}, text);
  press('d', {}, text);
  expect(heard).toEqual(['dialog b', 'both c', 'dialog d']);
});

it('knows of a dialog that was open when the key was pressed, though the key has closed it since', () => {
  const modal = document.createElement('div');
  modal.className = 'modal show';
  document.body.append(modal);
  const close = (): void => modal.remove();
  document.addEventListener('keydown', close, { once: true });
  const heard: string[] = [];
  render(<Listener heard={heard} />);
  press('Escape');
  expect([heard, modal.isConnected]).toEqual([[], false]);
  press('Escape');
  expect(heard).toEqual(['it escape']);
});

it('leaves a key that a widget has taken, lets the first have it before all others and the last when none wanted it', () => {
  const heard: string[] = [];
  const last = <Listener heard={heard} name="last" options={{ turn: 'last' }} />;
  const { rerender } = render(last);
  press('l');
  rerender(
    <>
      {last}
      <Listener heard={heard} name="screen" />
    </>,
  );
  press('k');
  const taken = document.createElement('div');
  taken.addEventListener('keydown', (event) => event.preventDefault());
  document.body.append(taken);
  press('k', {}, taken);
  render(<Listener heard={heard} name="first" options={{ turn: 'first' }} />);
  const widget = document.createElement('div');
  widget.addEventListener('keydown', ({ key }) => heard.push(`widget ${key}`));
  document.body.append(widget);
  press('k', {}, widget);
  expect(heard).toEqual(['last l', 'screen k', 'first k']);
});
