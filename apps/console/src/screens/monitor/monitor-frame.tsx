// What all monitor pages share: who asks, connect and disconnect, the state of the connection, and tables of plain columns.
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { type MonitorAccount, sentPassword, takeAccount } from './account.ts';
import styles from './monitor.module.css';
import type { Connection } from './use-admin-socket.ts';

const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};

const stateWords = (state: Connection): string =>
  ({ disconnected: t('disconnected'), connecting: t('connecting'), connected: t('connected') })[state];

type FrameProps = {
  title: string;
  state: Connection;
  trouble: string;
  connect: (account: MonitorAccount) => void;
  disconnect: () => void;
  /** What else is asked for before it connects, and whether that is there. */
  fields?: ReactNode;
  ready?: boolean;
  /** Buttons behind the state. */
  tools?: ReactNode;
  children: ReactNode;
};

export const MonitorFrame = (props: FrameProps): ReactElement => {
  const { title, state, trouble, connect, disconnect, fields, ready = true, tools, children } = props;
  useTitle(title);
  const [given] = useState(takeAccount);
  const [user, setUser] = useState(given.user);
  const [password, setPassword] = useState(given.password);
  const begun = useRef(false);
  const go = (): void => connect({ user, password: sentPassword(password) });
  useEffect(() => {
    if (begun.current || given.user === '' || given.password === '' || !ready) return;
    begun.current = true;
    connect({ user: given.user, password: sentPassword(given.password) });
  }, [given, connect, ready]);
  return (
    <main className={styles.page}>
      <form
        className={styles.head}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <h1>{title}</h1>
        <Field
          label={t('User name')}
          value={user}
          autoComplete="off"
          onChange={(event) => setUser(event.target.value)}
        />
        <Field
          label={t('Password')}
          type="password"
          value={password}
          autoComplete="off"
          onChange={(event) => setPassword(event.target.value)}
        />
        {fields}
        <Button
          type="submit"
          look="primary"
          disabled={state !== 'disconnected' || user === '' || password === '' || !ready}
        >
          {t('Connect')}
        </Button>
        <Button onClick={disconnect} disabled={state !== 'connected'}>
          {t('Disconnect')}
        </Button>
        <output className={styles.state} data-state={state}>
          {stateWords(state)}
        </output>
        {tools}
      </form>
      {trouble !== '' && <p role="alert">{t(trouble)}</p>}
      {children}
    </main>
  );
};

/** A column names its field as the server does: these pages are for engineers. */
export type PlainColumn<Row> = { readonly header: string; readonly text: (row: Row) => string };

type PlainTableProps<Row> = {
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row, at: number) => string;
  /** How a row stands, for its colour. */
  standing?: (row: Row) => string | undefined;
};

export const PlainTable = <Row,>({ label, columns, rows, rowId, standing }: PlainTableProps<Row>): ReactElement => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{label}</h2>
      <div className={styles.scroll}>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              {columns.map(({ header }) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={rowId(row, at)} data-standing={standing?.(row)}>
                {columns.map(({ header, text }) => (
                  <td key={header}>{text(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="soft">{t('Nothing yet.')}</p>}
      </div>
    </section>
  );
};
