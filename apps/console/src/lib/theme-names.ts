// The names of the 18 themes. A file of its own because the build reads it too.

export const themeNames = [
  'default',
  'cerulean',
  'cosmo',
  'darkly',
  'flatly',
  'journal',
  'litera',
  'lumen',
  'materia',
  'minty',
  'pulse',
  'sandstone',
  'simplex',
  'solar',
  'spacelab',
  'superhero',
  'united',
  'yeti',
] as const;

export type ThemeName = (typeof themeNames)[number];

/** The themes whose ground is dark. */
export const darkThemes: ReadonlySet<ThemeName> = new Set(['darkly', 'solar', 'superhero']);

export const isThemeName = (text: string): text is ThemeName => themeNames.some((name) => name === text);
