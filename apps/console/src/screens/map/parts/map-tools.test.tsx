// A map whose code did not come is neither moved nor zoomed; what else the tools do goes on.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import type { MapView } from '../use-map-view.ts';
import { MapTools } from './map-tools.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const viewOf = (codeMissing: boolean): MapView => ({
  map: undefined,
  webgl: 'yes',
  groundFailing: false,
  codeMissing,
  infoElement: document.createElement('div'),
  selected: undefined,
  select: () => undefined,
  clear: () => undefined,
  following: false,
  follow: () => undefined,
  label: 'memo',
  setLabel: () => undefined,
  clusters: true,
  setClusters: () => undefined,
  trail: [],
});

it.each([true, false])('the code is missing: %s', (missing) => {
  const nothing = (): void => undefined;
  render(<MapTools view={viewOf(missing)} onHelp={nothing} onSources={nothing} onPlaces={nothing} />);
  const isOff = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  expect(['Zoom in', 'Zoom out', 'Show the whole fleet'].map(isOff)).toEqual([missing, missing, missing]);
  expect(['What the map shows', 'Keys of the map'].map(isOff)).toEqual([false, false]);
});
