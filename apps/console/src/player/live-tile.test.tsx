// What was chosen in a live tile is there again when the tile is made again. Worker and sound are the test's own.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveTile } from './live-tile.tsx';
import type { ToWorker } from './messages.ts';
import { TileChoices } from './tile-choices.ts';

const heard: number[] = [];
vi.mock('./audio-output.ts', () => ({
  MAX_GAIN: 10,
  AudioVoice: class {
    constructor(gain: number) {
      heard.push(gain);
    }
    close(): void {}
  },
}));

const told: ToWorker[] = [];
class FakeWorker extends EventTarget {
  postMessage(message: ToWorker): void {
    told.push(message);
  }
  terminate(): void {}
}

beforeEach(() => {
  heard.length = 0;
  told.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('VideoDecoder', Object);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  Object.assign(HTMLCanvasElement.prototype, { transferControlToOffscreen: () => ({}) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (choices: TileChoices, channel = 1) =>
  render(
    <LiveTile
      deviceId="TRK-1"
      channel={channel}
      device="TRK-1"
      name="Front"
      active
      onActive={() => {}}
      addresses={['ws://x/']}
      choices={choices}
    />,
  );
const openedWith = (): unknown[] => told.flatMap((message) => (message.kind === 'open' ? [message.stream] : []));

it('keeps the chosen stream and the sound until its channel is switched off', () => {
  const choices = new TileChoices();
  const first = show(choices);
  fireEvent.click(screen.getByRole('button', { name: 'Show the main stream' }));
  fireEvent.click(screen.getByRole('button', { name: 'Sound on' }));
  first.unmount();
  const second = show(choices);
  expect(openedWith()).toEqual([undefined, 'main']);
  expect(heard).toEqual([5, 5]);
  expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy();
  second.unmount();
  choices.keepOnly([2]);
  show(choices);
  expect(openedWith()).toEqual([undefined, 'main', undefined]);
  expect(heard).toHaveLength(2);
});
