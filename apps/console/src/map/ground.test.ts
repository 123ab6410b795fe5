// The ground of the map: no files from elsewhere, the right zooms, colours that can be told apart in light and dark.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { groundPaint, groundStyle, largestZoom } from './basemap.ts';
import type { GroundSources } from './basemap.ts';
import { markerFeature } from './device-layer.ts';
import { mix, paletteOf } from './palette.ts';
import type { ThemeColours } from './palette.ts';

const state = { driving: '#0a0', idle: '#aa0', offline: '#888', alarm: '#a00', unregistered: '#00a' };
const light: ThemeColours = {
  dark: false,
  ground: [255, 255, 255],
  ink: [33, 37, 41],
  state,
  fault: '#808',
  select: '#08a',
};
const darkThemes: ThemeColours[] = (
  [
    [34, 34, 34],
    [0, 43, 54],
    [15, 37, 55],
  ] as const
).map((ground) => ({
  ...light,
  dark: true,
  ground,
  ink: [222, 226, 230],
}));
const offline: GroundSources = { mode: 'offline', tilesUrl: '', attribution: '', maxZoom: 5, roadsUrl: '' };
const online: GroundSources = {
  mode: 'online',
  tilesUrl: 'https://tiles.example.org/{z}/{x}/{y}.png',
  attribution: '© Example',
  maxZoom: 19,
  roadsUrl: '/map/roads.geojson',
};

const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map((text) => {
    const part = Number(text) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

/** What is painted under a theme, apart from the online tiles, which are turned in other ways by day and by night. */
const names = (theme: ThemeColours): string[] =>
  groundPaint(paletteOf(theme), online)
    .map(([layer, name]) => `${layer} ${name}`)
    .filter((name) => !name.startsWith('online'));

it('needs no glyph or sprite files and takes tiles from its own server', () => {
  const style = groundStyle(paletteOf(light), offline, 'http://here:1');
  assert.equal(style.glyphs, undefined);
  assert.equal(style.sprite, undefined);
  assert.deepEqual(Object.keys(style.sources), ['ground']);
  assert.ok(JSON.stringify(style.sources).includes('http://here:1/map/tiles/{z}/{x}/{y}.pbf'));
  assert.ok(!JSON.stringify(style).includes('https://'));
});

it('shows online tiles over the offline ground, without its names, and the roads above', () => {
  const { layers, sources } = groundStyle(paletteOf(light), online, 'http://here:1');
  const ids = layers.map(({ id }) => id);
  assert.ok(ids.indexOf('land') < ids.indexOf('online') && ids.indexOf('online') < ids.indexOf('road'));
  assert.ok(!ids.includes('places'));
  assert.ok(JSON.stringify(sources).includes('© Example'));
  assert.equal(largestZoom(online), 19);
  assert.ok(largestZoom(offline) >= 16);
});

it('paints the same layers under every palette', () => {
  assert.deepEqual(
    darkThemes.map(names),
    darkThemes.map(() => names(light)),
  );
});

it('keeps names readable and land apart from water in every theme', () => {
  for (const theme of [light, ...darkThemes]) {
    const palette = paletteOf(theme);
    assert.ok(contrast(palette.inkSoft, palette.land) >= 4.5, `names on land, ${theme.ground.join()}`);
    assert.ok(contrast(palette.ink, palette.land) >= 4.5);
    assert.ok(contrast(palette.land, palette.water) >= 1.12, `land and water, ${theme.ground.join()}`);
  }
});

it('mixes colours', () => {
  assert.deepEqual(mix([0, 0, 0], [100, 200, 50], 0.5), [50, 100, 25]);
});

it('turns only the arrow of a driving vehicle, and names the picture of a fault', () => {
  const marker = { id: 'a', lat: 1, lng: 2, heading: 90, fault: true, label: 'A', timeMs: 0 } as const;
  const drawn = { lat: 1.5, lng: 2.5, heading: 91.4 };
  const driving = markerFeature({ marker: { ...marker, state: 'driving' }, drawn });
  assert.deepEqual(driving.geometry.coordinates, [2.5, 1.5]);
  assert.deepEqual([driving.properties.h, driving.properties.i], [91, 'driving!']);
  assert.equal(markerFeature({ marker: { ...marker, state: 'idle' }, drawn }).properties.h, 0);
});
