// The colours of the map, made from the theme on the page: muted ground, vehicles in their state's colour. Reading the page is here too.
import type { StateKind } from '../ui/state-glyph.tsx';

type Rgb = readonly [number, number, number];

/** CSS colours. `speed` goes with the classes of trail.ts, slow to fast. */
export type Palette = {
  readonly dark: boolean;
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly road: string;
  readonly roadEdge: string;
  readonly roadMain: string;
  readonly ink: string;
  readonly inkSoft: string;
  readonly halo: string;
  readonly marker: string;
  readonly state: Readonly<Record<StateKind, string>>;
  readonly fault: string;
  readonly select: string;
  readonly speed: readonly string[];
};

/** What the palette is made from: the page's ground and text as [red, green, blue], and the tokens of the states. */
export type ThemeColours = {
  dark: boolean;
  ground: Rgb;
  ink: Rgb;
  state: Record<StateKind, string>;
  fault: string;
  select: string;
};

const css = ([r, g, b]: Rgb): string => `rgb(${Math.round(r)}, ${Math.round(g)}, ${Math.round(b)})`;

/** `part` 0 is the first colour, 1 the second. */
export const mix = (a: Rgb, b: Rgb, part: number): Rgb => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const SEA_LIGHT: Rgb = [203, 217, 226];
const SEA_DARK: Rgb = [9, 20, 30];
const WARM: Rgb = [238, 236, 230];

/** A calm scale from slow to fast that keeps clear of the states' green, amber and red. */
const speedLight = ['#8a94a6', '#3b9bd9', '#2f6fd0', '#5b45c4', '#b3239b'];
const speedDark = ['#8e9bb0', '#7ccdf5', '#6aa5ff', '#a992ff', '#ff86e1'];

const lightPalette = ({ ground, ink, ...rest }: ThemeColours): Palette => {
  const land = mix(ground, WARM, 0.75);
  return {
    ...rest,
    water: css(mix(ground, SEA_LIGHT, 0.92)),
    land: css(land),
    border: css(mix(land, ink, 0.26)),
    road: css(WHITE),
    roadEdge: css(mix(land, ink, 0.22)),
    roadMain: css(mix(WHITE, [250, 226, 165], 0.55)),
    ink: css(mix(ink, land, 0.12)),
    inkSoft: css(mix(ink, land, 0.32)),
    halo: css(land),
    marker: '#ffffff',
    speed: speedLight,
  };
};

const darkPalette = ({ ground, ink, ...rest }: ThemeColours): Palette => {
  const land = mix(mix(ground, BLACK, 0.28), WHITE, 0.045);
  return {
    ...rest,
    water: css(mix(mix(ground, SEA_DARK, 0.45), BLACK, 0.48)),
    land: css(land),
    border: css(mix(land, ink, 0.3)),
    road: css(mix(land, ink, 0.2)),
    roadEdge: css(mix(land, BLACK, 0.35)),
    roadMain: css(mix(land, ink, 0.32)),
    ink: css(mix(ink, WHITE, 0.3)),
    inkSoft: css(mix(ink, land, 0.22)),
    halo: css(mix(land, BLACK, 0.35)),
    marker: '#10161c',
    speed: speedDark,
  };
};

/** The map's colours under a theme. */
export const paletteOf = (theme: ThemeColours): Palette => (theme.dark ? darkPalette(theme) : lightPalette(theme));

/** Any CSS colour as numbers: painted on one pixel and read back, since a mixed colour comes as `color(srgb …)`. */
const painter = (): ((colour: string) => Rgb) => {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (colour) => {
    if (context === null) return BLACK;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b];
  };
};

/** Reads the theme that is on the page now. */
export const readPalette = (): Palette => {
  const root = getComputedStyle(document.documentElement);
  const body = getComputedStyle(document.body);
  const rgbOf = painter();
  const token = (name: string): string => root.getPropertyValue(name).trim();
  return paletteOf({
    dark: document.documentElement.dataset.bsTheme === 'dark',
    ground: rgbOf(body.backgroundColor),
    ink: rgbOf(body.color),
    state: {
      driving: token('--o-driving'),
      idle: token('--o-idle'),
      offline: token('--o-offline'),
      alarm: token('--o-alarm'),
      unregistered: token('--o-unregistered'),
    },
    fault: token('--o-fault'),
    select: token('--o-focus'),
  });
};
