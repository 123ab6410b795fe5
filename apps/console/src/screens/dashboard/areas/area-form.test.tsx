// Speeds of an area are typed in the operator's unit; the recorder is told whole km/h.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { writePreference } from '../../../lib/preferences.ts';
import { AreaForm } from './area-form.tsx';
import { watchText } from './area-words.ts';

const area = {
  kind: 'circle' as const,
  id: 1,
  lat: 24,
  lng: 120,
  radiusm: 200,
  maxkmh: 80,
  overspeeds: 10,
};
let sent: unknown[] = [];

beforeAll(startTexts);
beforeEach(() => {
  sent = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return new Promise(() => undefined);
    sent.push(...JSON.parse(String(body)).areas);
    return Response.json({ hasError: 0, message: 'Success', result: '1' });
  });
  writePreference('lengthUnit', 'mile');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  writePreference('lengthUnit', null);
});

const speed = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>('Top speed');
const typed = (value: string): boolean => fireEvent.change(speed(), { target: { value } });
const save = (): HTMLElement => screen.getByRole('button', { name: 'Set in the device' });

it('in miles it shows, takes and bounds miles an hour', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AreaForm deviceId="A1" area={area} listed={[]} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  expect([speed().value, screen.getAllByText('mi/h').length]).toEqual(['50', 2]);
  typed('249');
  expect(await screen.findByText('Top speed: at most 248.')).toBeDefined();
  typed('0');
  expect(await screen.findByText('Top speed: at least 1.')).toBeDefined();
  typed('30');
  expect(speed().value).toBe('30');
  await act(async () => void fireEvent.click(save()));
  await vi.waitFor(() => expect(sent).toMatchObject([{ maxkmh: 48 }]));
});

it('the list says it in the same unit', () => {
  expect([watchText(area, 'mile'), watchText(area, 'kilometre')]).toEqual(['50 mi/h', '80 km/h']);
});
