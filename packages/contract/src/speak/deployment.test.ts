// Brand variants and the settings of the hosting page: each row against what the documents say about its kind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearedRights, deploymentSettings, readDeployment, standardDeployment } from './deployment.ts';
import { rights } from './rights.ts';
import { type Brand, LAST_VARIANT, brandOf } from './variants.ts';

const differing = (variant: number): string[] => {
  const standard = new Map<string, unknown>(Object.entries(brandOf(0)));
  return Object.entries(brandOf(variant)).flatMap(([key, value]) => (value === standard.get(key) ? [] : [key]));
};
const numbers = Array.from({ length: LAST_VARIANT + 1 }, (_, id) => id);
const some = (fits: (brand: Brand) => boolean): number[] => numbers.filter((id) => fits(brandOf(id)));

test('F-VARIANT-012 the ids 0 to 28 all give a brand that a page accepts', () => {
  for (const id of numbers) {
    const { labels: _labels, ...brand } = brandOf(id);
    const page = { ...standardDeployment, ...brand, variant: id };
    assert.deepEqual(readDeployment(page), page);
  }
});

test('the health variant disables most features', () => {
  assert.ok(
    some((b) => Object.entries(b).filter(([k, on]) => k.startsWith('disable') && on === true).length >= 8).includes(1),
  );
});

test('the semiconductor variant disables exactly eight', () => {
  const off = differing(2).filter((key) => !['logo', 'defaultLocale'].includes(key));
  assert.deepEqual(off.toSorted(), [
    'disableAdvancedSettings',
    'disableEvents',
    'disableIdle',
    'disableLiveView',
    'disableMap',
    'disablePlaybackDownload',
    'disableRecordingButton',
    'disableRemotePlayback',
  ]);
});

test('every kind of variant has a row', () => {
  assert.ok(some((b) => b.defaultLocale === 'tw').length > 0 && brandOf(0).defaultLocale === 'en');
  assert.ok(some((b) => Object.keys(b.labels).length > 0).length > 0);
  assert.ok(some((b) => !b.elseAdmin && b.contactHint !== '').length > 0 && brandOf(3).elseAdmin);
  assert.deepEqual(
    some((b) => b.externalSettings),
    [5, 6, 9],
  );
  assert.deepEqual(
    some((b) => !b.broadcast),
    [1, 7],
  );
  assert.ok(some((b) => !b.changePassword).length > 0 && brandOf(0).changePassword);
  assert.ok(some((b) => b.liveIdleSeconds === 120).length > 0 && some((b) => b.mapZoom === 5).length > 0);
});

test('each switch clears its rights and no others', () => {
  const off = { ...brandOf(0) };
  assert.deepEqual(clearedRights(off), []);
  assert.deepEqual(clearedRights({ ...off, disableTreeView: true }), ['P_tree']);
  assert.deepEqual(clearedRights({ ...off, disableLiveView: true }), ['P_live']);
  assert.deepEqual(clearedRights({ ...off, disablePlayback: true }), ['P_lopb']);
  assert.deepEqual(clearedRights({ ...off, disableRemotePlayback: true }), ['P_repb']);
  assert.deepEqual(clearedRights({ ...off, disableEvents: true }), ['F_addcd', 'F_event', 'F_event_report']);
  assert.deepEqual(clearedRights({ ...off, disableMap: true }), ['F_gps']);
  assert.deepEqual(
    clearedRights({ ...off, disableAdvancedSettings: true }),
    rights.filter((right) => right.startsWith('F_rmdvrs')),
  );
});

test('a page of somebody else may leave out, misspell and add: every field still has a value that fits', () => {
  for (const source of [undefined, null, 7, 'x', [], {}, { mapZoom: 99, idleSeconds: '5', logo: 1, other: {} }])
    assert.deepEqual(readDeployment(source), standardDeployment);
  assert.equal(readDeployment({ disableMap: true }).disableMap, true);
  assert.ok(deploymentSettings.safeParse(standardDeployment).success);
});

test('a page of somebody else may name a variant only: the rest is as that variant says, rights included', () => {
  const health = readDeployment({ variant: 1, mapZoom: 7 });
  assert.deepEqual([health.productName, health.logo, health.mapZoom], ['Outrider Health', '/logos/health.svg', 7]);
  assert.deepEqual(health.disabledRights, clearedRights(brandOf(1)));
  assert.deepEqual(readDeployment({ disableMap: true }).disabledRights, ['F_gps']);
  assert.deepEqual(readDeployment({ disableMap: true, disabledRights: [] }).disabledRights, []);
});
