// The column of devices where a table has one for their numbers alone: its cells say the name as well. It sorts by the number, and files
// keep it as it is; a search finds both.
import type { Column } from '../../ui/column.ts';
import { NamedNumber, titleNow } from '../device-names.tsx';

type Words = Pick<Column<never>, 'header' | 'width' | 'pinned' | 'choice'>;

export const deviceColumn = <Row,>(words: Words, of: (row: Row) => string): Column<Row> => ({
  ...words,
  id: 'device',
  value: of,
  text: (row) => titleNow(of(row)),
  saved: { header: words.header, value: of },
  cell: (row) => <NamedNumber id={of(row)} />,
});
