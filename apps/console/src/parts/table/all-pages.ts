// All rows of an answer that comes by the page. Rows that move to another page meanwhile are met on a second round.

type Page<Row> = { readonly total: number; readonly rows: readonly Row[] };

const MOST_ROUNDS = 3;

/** Each row once, in the order of the pages. What could not be met in three rounds is left out. */
export const allPages = async <Row>(
  ask: (page: number) => Promise<Page<Row>>,
  idOf: (row: Row) => string,
): Promise<Row[]> => {
  const found = new Map<string, Row>();
  let total = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS && found.size < total; round += 1)
    for (let [page, seen] = [1, 0]; ; page += 1) {
      const answer = await ask(page); // oxlint-disable-line no-await-in-loop -- a page at a time
      ({ total } = answer);
      seen += answer.rows.length;
      for (const row of answer.rows) found.set(idOf(row), row);
      if (answer.rows.length === 0 || seen >= total) break;
    }
  return [...found.values()];
};
