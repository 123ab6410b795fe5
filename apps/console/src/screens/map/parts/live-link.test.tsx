// The way to the pictures of a vehicle is called by its name, as the vehicle beside it is.
import { q05Device } from '@outrider/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { decodeDevice } from '../../../live/decode-device.ts';
import { sessionStore, signedOut } from '../../../live/session.ts';
import { devices } from '../../../live/stores.ts';
import { LiveLink } from './live-link.tsx';

const ID = '13800000101';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  devices.clear();
});

it('says whose pictures they are', () => {
  const device = decodeDevice({ ...q05Device.example.reply.Z, deviceid: ID, vehicleid: 'TRK-104', status: 1 });
  devices.replaceAll(device === undefined ? [] : [device]);
  sessionStore.setState({ ...signedOut, loginFlag: 1, rights: new Set(['P_live']) }, true);
  render(
    <MemoryRouter>
      <LiveLink id={ID} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: `Live view of TRK-104 (${ID})` })).toBeTruthy();
});
