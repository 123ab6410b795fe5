// How tiles stand on a viewer page: widths and places by twelve columns, as the specification gives them. Pure.

/** Columns of twelve that each tile takes, tiles in a row, and the free columns before the first of a row. */
export type ViewerLayout = { readonly span: number; readonly perRow: number; readonly offset: number };

/** `grid`: the deployment's layout of simple pages; '3x3' makes seven and eight tiles wider. */
export const viewerLayout = (tiles: number, grid: string): ViewerLayout => {
  if (tiles <= 1) return { span: 8, perRow: 1, offset: 2 };
  if (tiles === 2) return { span: 6, perRow: 2, offset: 0 };
  if (tiles <= 4) return { span: 4, perRow: 2, offset: 2 };
  if (tiles <= 6 || grid === '3x3') return { span: 4, perRow: 3, offset: 0 };
  return { span: 3, perRow: 4, offset: 0 };
};

/** One below the other where a phone stands and they are few: then each is as wide as the phone. */
export const phoneLayout = (tiles: number, upright: boolean): ViewerLayout =>
  tiles <= 2 || (upright && tiles <= 4) ? { span: 12, perRow: 1, offset: 0 } : { span: 6, perRow: 2, offset: 0 };

export const rowsOf = ({ perRow }: ViewerLayout, tiles: number): number => Math.max(1, Math.ceil(tiles / perRow));
