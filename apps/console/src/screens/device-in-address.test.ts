// Which device an address is about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceInAddress, withoutDevice } from './device-in-address.ts';

test('pages of a device and addresses that name one have it, others have none', () => {
  const of = (pathname: string, search = ''): string | undefined => deviceInAddress({ pathname, search });
  assert.equal(of('/liveview/TRK-1'), 'TRK-1');
  assert.equal(of('/splayback/TRK%201', '?at=1'), 'TRK 1');
  assert.equal(of('/splayback/100%'), '100%');
  assert.equal(of('/remoteplayback/7'), '7');
  assert.equal(of('/', '?device=9'), '9');
  assert.equal(of('/liveview'), undefined);
  assert.equal(of('/accesslog/x'), undefined);
});

test('the same screen about no device', () => {
  const of = (pathname: string, search = ''): string => withoutDevice({ pathname, search });
  assert.equal(of('/splayback/TRK-1', '?at=1'), '/splayback');
  assert.equal(of('/gpsplayback', '?device=9&day=2026-01-02'), '/gpsplayback?day=2026-01-02');
  assert.equal(of('/', '?device=9'), '/');
});
