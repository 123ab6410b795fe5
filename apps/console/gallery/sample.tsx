// How the page shows a widget: a section for each, in it one frame for each state, and a value that it keeps.
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../src/lib/i18n.ts';
import styles from './gallery.module.css';

/** `name` is the widget's own, as the sources call it. */
export const Section = ({ name, children }: { name: string; children: ReactNode }): ReactElement => (
  <section className={styles.section} aria-label={name} id={name}>
    <h2>{name}</h2>
    <div className={styles.samples}>{children}</div>
  </section>
);

type SampleProps = {
  /** empty, filled, disabled, busy, error, long. */
  state: string;
  wide?: boolean;
  children: ReactNode;
};
export const Sample = ({ state, wide = false, children }: SampleProps): ReactElement => (
  <figure className={`${styles.sample} ${wide ? styles.wide : ''}`}>
    <figcaption className="soft">{state}</figcaption>
    {children}
  </figure>
);

type KeptProps<V> = { first: V; children: (value: V, onChange: (value: V) => void) => ReactNode };
/** A widget with a value of its own, so that it can be tried. */
export const Kept = <V,>({ first, children }: KeptProps<V>): ReactNode => {
  const [value, setValue] = useState(first);
  return children(value, setValue);
};

/** What every field takes besides its value. */
export type StateProps = { label: string; help?: string; error?: string; disabled?: boolean };
type FieldStatesProps<V> = {
  name: string;
  label: string;
  empty: V;
  filled: V;
  long: V;
  error: string;
  children: (value: V, onChange: (value: V) => void, props: StateProps) => ReactNode;
};

const longWords = (): string =>
  t(
    'Every browser that opens the map will contact {host} and so tell it which places are looked at. Ask whether its terms allow your use.',
    {
      host: 'tiles.example.test',
    },
  );

/** A field empty, filled, disabled, wrong, and with more words than there is room for. */
export const FieldStates = <V,>({
  name,
  label,
  empty,
  filled,
  long,
  error,
  children,
}: FieldStatesProps<V>): ReactElement => {
  const states: [state: string, value: V, props: StateProps][] = [
    ['empty', empty, { label, help: t('Shown at the edge of the map, as the provider asks.') }],
    ['filled', filled, { label }],
    ['disabled', filled, { label, disabled: true }],
    ['error', empty, { label, error }],
    ['long', long, { label: longWords(), help: longWords() }],
  ];
  return (
    <Section name={name}>
      {states.map(([state, first, props]) => (
        <Sample key={state} state={state}>
          <Kept first={first}>{(value, onChange) => children(value, onChange, props)}</Kept>
        </Sample>
      ))}
    </Section>
  );
};
