// The screen of records that people keep: a table with search, a sheet that adds or changes one, removal after a question. What a record is
// says the screen that uses it; `screens/user/` is the example, docs/design/0063 says why.
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ReactElement, ReactNode } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { useHere } from '../../lib/use-here.ts';
import { t } from '../../lib/i18n.ts';
import type { PreferenceKey } from '../../lib/preferences.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Confirm } from '../../ui/question.tsx';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { SaveButtons } from '../table/save-buttons.tsx';
import { TableTools, TableView } from '../table/table-view.tsx';
import { useTable } from '../table/use-table.ts';
import { matching } from './matching.ts';
import styles from './resource.module.css';

/** What the sheet of one record gets. */
export type EditorProps<Row> = {
  /** Undefined: a new one. */
  row: Row | undefined;
  /** All of them, for rules that look at the others. */
  rows: readonly Row[];
  onClose: () => void;
  /** Closes the sheet where it is still the one that is open, says so and asks the list again. */
  onSaved: () => void;
  /** The way to remove it; undefined where that cannot be. */
  apart: ReactNode;
};

export type Removal<Row> = {
  may: (row: Row) => boolean;
  text: string;
  question: (row: Row) => string;
  /** Rejects with the reason. */
  remove: (row: Row) => Promise<unknown>;
};

export type Resource<Row extends object> = {
  title: string;
  /** The list as it was answered; `refetch` asks again. */
  answer: { data: readonly Row[] | undefined; error: Error | null; refetch: () => unknown };
  /** The same as long as nothing changes. */
  columns: readonly Column<Row>[];
  /** Also in the address, for the one that is open. */
  rowId: (row: Row) => string;
  /** What saved files are called: 'Users'. */
  name: string;
  /** Under what the choice of columns is remembered. */
  remember: PreferenceKey;
  addText: string;
  /** Stands over the table: what the whole list has to say. */
  notice?: ReactNode;
  /** What such a record is good for: said while there is none. */
  about?: string;
  editor: (props: EditorProps<Row>) => ReactElement | null;
  /** Left out, nothing is removed here. */
  removal?: Removal<Row>;
};

/** What is searched, and which record is open, stand in the address. */
const useResourceAddress = () => {
  const [query, setQuery] = useAddressQuery();
  const put = (changes: Readonly<Record<string, string | null>>, byItself = false): void =>
    setQuery(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries(changes))
          if (value === null || value === '') next.delete(key);
          else next.set(key, value);
        return next;
      },
      { byItself },
    );
  return {
    word: query.get('find') ?? '',
    find: (find: string) => put({ find }),
    openId: query.get('row'),
    isNew: query.has('new'),
    open: (row: string) => put({ row, new: null }),
    add: () => put({ new: '1', row: null }),
    close: () => put({ new: null, row: null }),
    /** What was in it is saved. */
    end: () => put({ new: null, row: null }, true),
  };
};

type ResourceAddress = ReturnType<typeof useResourceAddress>;

type HeadProps = Pick<ResourceAddress, 'word' | 'find' | 'add'> & { title: string; addText: string };
const Head = ({ title, addText, word, find, add }: HeadProps): ReactElement => (
  <ScreenHead title={title}>
    <SearchField label={t('Search')} word={word} onWord={find} />
    <Button look="primary" icon="plus" onClick={add}>
      {addText}
    </Button>
  </ScreenHead>
);

type RowsProps<Row extends object> = {
  resource: Resource<Row>;
  rows: readonly Row[];
  /** Said where there is none. */
  about: string | undefined;
  openId: string | undefined;
  onOpen: (row: Row) => void;
};

const Rows = <Row extends object>({ resource, rows, about, openId, onOpen }: RowsProps<Row>): ReactElement => {
  const { title, columns, rowId, name, remember } = resource;
  const table = useTable({ columns, rows, rowId, remember });
  return (
    <div className={styles.list}>
      <TableTools table={table} times>
        <SaveButtons table={table} name={[name]} />
      </TableTools>
      {rows.length === 0 ? (
        <EmptyState icon={about === undefined ? 'search' : 'info'} title={t('no records')}>
          {about}
        </EmptyState>
      ) : (
        <TableView label={title} table={table} onOpen={onOpen} selectedId={openId} />
      )}
    </div>
  );
};

type RemovalProps<Row> = { row: Row; removal: Removal<Row>; onRemoved: (isOpenYet: boolean) => void };

/** The button, and the question behind it. */
const RemoveButton = <Row,>({ row, removal, onRemoved }: RemovalProps<Row>): ReactElement => {
  const [asking, ask] = useState(false);
  const isHere = useHere();
  const { text, question, remove } = removal;
  return (
    <>
      <Button look="danger" icon="remove" onClick={() => ask(true)}>
        {text}
      </Button>
      {asking && (
        <Confirm
          title={text}
          confirmText={text}
          danger
          // A removal that ends after its sheet was left closes no other one.
          onConfirm={() => remove(row).then(() => onRemoved(isHere()))}
          onClose={() => ask(false)}
        >
          {question(row)}
        </Confirm>
      )}
    </>
  );
};

type OpenProps<Row extends object> = EditorProps<Row> & { of: Resource<Row>['editor']; end: () => void };

/** The sheet that is open: a save that ends after it was left closes no other one. */
const OpenEditor = <Row extends object>({ of: Editor, end, onSaved, ...props }: OpenProps<Row>): ReactElement => {
  const isHere = useHere();
  return (
    <Editor
      {...props}
      onSaved={() => {
        if (isHere()) end();
        onSaved();
      }}
    />
  );
};

const ResourceList = <Row extends object>(props: { resource: Resource<Row>; rows: readonly Row[] }): ReactElement => {
  const { resource, rows } = props;
  const { answer, columns, rowId, editor, removal } = resource;
  const { openId, isNew, open, close, end, ...address } = useResourceAddress();
  const found = useMemo(() => matching(rows, columns, address.word), [rows, columns, address.word]);
  const isHere = useHere();
  const [removed, setRemoved] = useState<Row>();
  const opened = isNew ? undefined : rows.find((row) => row !== removed && rowId(row) === openId);
  const isOpen = isNew || opened !== undefined;
  const done = (text: string): void => {
    showToast('success', text);
    void answer.refetch();
  };
  const apart = opened !== undefined && removal?.may(opened) === true && (
    <RemoveButton
      row={opened}
      removal={removal}
      onRemoved={(isOpenYet) => {
        // What was typed about it is gone with it: the form must not ask.
        flushSync(() => setRemoved(opened));
        if (isOpenYet) close();
        // On another screen the words would be about nothing that is seen there.
        if (isHere()) done(t('Delete Success'));
        else void answer.refetch();
      }}
    />
  );
  return (
    <div className={styles.screen}>
      <Head title={resource.title} addText={resource.addText} {...address} />
      {resource.notice}
      <div className={styles.body} data-open={isOpen}>
        <Rows
          resource={resource}
          rows={found}
          about={rows.length === 0 ? resource.about : undefined}
          openId={opened && rowId(opened)}
          onOpen={(row) => open(rowId(row))}
        />
        {isOpen && (
          <OpenEditor
            key={isNew ? '' : openId}
            of={editor}
            end={end}
            row={opened}
            rows={rows}
            onClose={close}
            onSaved={() => done(t('Save Success'))}
            apart={apart}
          />
        )}
      </div>
    </div>
  );
};

export const ResourceScreen = <Row extends object>({ resource }: { resource: Resource<Row> }): ReactElement => {
  const { data, error, refetch } = resource.answer;
  if (data !== undefined) return <ResourceList resource={resource} rows={data} />;
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return <Skeleton rows={12} />;
};
