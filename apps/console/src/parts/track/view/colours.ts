// The colours of the drawn paths: their defaults and what an operator may choose. Pure.

/** What lies behind the vehicle, and the whole way. */
export const CURRENT_COLOUR = '#F47373';
export const FULL_COLOUR = '#0693E3';

/** Offered beside the free choice. */
export const swatches = [
  FULL_COLOUR,
  CURRENT_COLOUR,
  '#37D67A',
  '#FF8A65',
  '#BA68C8',
  '#D4A017',
  '#2CCCE4',
  '#555555',
] as const;

/** The colour as #RRGGBB; the default for anything else. */
export const colourOr = (text: string, fallback: string): string =>
  /^#[0-9a-f]{6}$/i.test(text) ? text.toUpperCase() : fallback;
