// Which page numbers a pager links. Pages count from 1. Pure.

/** `side`: so many on each side of the current page. `most`: so many in all, around the current page. */
export type PageReach = { readonly side: number } | { readonly most: number };

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

export const pageLinks = (page: number, pages: number, reach: PageReach): readonly number[] => {
  if ('side' in reach) return range(Math.max(1, page - reach.side), Math.min(pages, page + reach.side));
  const first = Math.max(1, Math.min(page - Math.floor(reach.most / 2), pages - reach.most + 1));
  return range(first, Math.min(pages, first + reach.most - 1));
};
