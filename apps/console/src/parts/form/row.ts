// The rows of a form as values. The compiler pairs control and key: a text control takes keys of texts, a switch keys of booleans.
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { RadioOption } from '../../ui/radio-field.tsx';

type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Inside<D> = D extends readonly unknown[] ? never : D extends object ? keyof D & string : never;

/** The keys of a draft whose value is a `V`, those of objects inside joined by dots: 'Z.plate'. */
type KeyOf<D, V> = {
  [K in keyof D & string]: Same<D[K], V> extends true
    ? K
    : Inside<D[K]> extends never
      ? never
      : `${K}.${KeyOf<D[K], V>}`;
}[keyof D & string];

/** Every key of a draft that a row can be about. */
type AnyKey<D> = {
  [K in keyof D & string]: Inside<D[K]> extends never ? K : `${K}.${AnyKey<D[K]>}`;
}[keyof D & string];

/** The value of a draft under a key. */
type ValueAt<D, K extends string> = K extends keyof D
  ? D[K]
  : K extends `${infer Head}.${infer Rest}`
    ? Head extends keyof D
      ? ValueAt<D[Head], Rest>
      : never
    : never;

type ChoosableKey<D> = { [K in AnyKey<D>]: ValueAt<D, K> extends string | number ? K : never }[AnyKey<D>];

/** What a control of a form's own gets. */
type Drawn<V, D> = {
  label: string;
  value: V;
  draft: D;
  onChange: (value: V) => void;
  /** In words; undefined while there is none to show. */
  problem: string | undefined;
};

type Said<D> = {
  label: string;
  help?: string;
  /** The row is there only while this holds. What is not there is neither checked nor sent as typed, but as the form began. */
  when?: (draft: D) => boolean;
  /** What else changes when an operator changes this row. */
  follow?: (after: D, before: D) => Partial<D>;
};

/** What each control needs besides: `V` is the value under the key. */
/** `most`: what is typed or pasted beyond so many characters is cut, where a row of the specification says so. */
type TextControl = { control: 'text'; autoComplete?: string; most?: number };
type TextAreaControl = { control: 'textarea'; rows?: number };
type PasswordControl = { control: 'password'; autoComplete: 'current-password' | 'new-password' };
type NumberControl = { control: 'number'; unit?: string };
/** Minutes since midnight. */
type TimeControl = { control: 'time' };
type SliderControl = { control: 'slider'; min: number; max: number; step?: number; unit?: string };
/** '#0693E3', '' for none. */
type ColourControl = { control: 'colour' };
type TagsControl = { control: 'tags' };
type MultiSelectControl = { control: 'multi-select'; options: readonly { value: string; name: string }[] };
type SwitchControl = { control: 'switch' | 'checkbox' };
type TicksControl = { control: 'ticks'; numbers: readonly number[] };
type SelectControl<V> = {
  control: 'select';
  options: readonly { value: V; name: string }[];
  /** Drawn beside the label: a picture of the choice. */
  beside?: (value: V) => ReactNode;
};
type RadioControl<V> = { control: 'radio'; options: readonly RadioOption<V>[]; labelHidden?: boolean };
/** `textOf`: the value as a reader sees it, where what somebody else saved is told. */
type OwnControl<V, D> = { control: 'own'; draw: (field: Drawn<V, D>) => ReactNode; textOf?: (value: V) => string };

/** A row about one key. */
type FieldRow<D> = Said<D> &
  (
    | ({ key: KeyOf<D, string> } & (TextControl | TextAreaControl | PasswordControl | ColourControl))
    | ({ key: KeyOf<D, number> } & (NumberControl | TimeControl | SliderControl))
    | ({ key: KeyOf<D, boolean> } & SwitchControl)
    | ({ key: KeyOf<D, number[]> } & TicksControl)
    | ({ key: KeyOf<D, string[]> } & (TagsControl | MultiSelectControl))
    | {
        [K in ChoosableKey<D>]: { key: K } & (SelectControl<ValueAt<D, K>> | RadioControl<ValueAt<D, K>>);
      }[ChoosableKey<D>]
    | { [K in AnyKey<D>]: { key: K } & OwnControl<ValueAt<D, K>, D> }[AnyKey<D>]
  );
/** Words between the rows that follow from what is typed. */
type NoteRow<D> = { control: 'note'; when?: (draft: D) => boolean; draw: (draft: D) => ReactNode };
export type Row<D> = FieldRow<D> | NoteRow<D>;
/** The rows of a form in reading order; those in a list stand side by side where there is room. */
export type Rows<D> = readonly (Row<D> | readonly Row<D>[])[];

/** A row as it is drawn, where nothing knows any more what it is a row of. */
export type PlainField = Said<FieldValues> & { key: string } & (
    | TextControl
    | TextAreaControl
    | PasswordControl
    | NumberControl
    | TimeControl
    | SliderControl
    | ColourControl
    | TagsControl
    | MultiSelectControl
    | SwitchControl
    | TicksControl
    | SelectControl<FieldValues[string]>
    | RadioControl<FieldValues[string]>
    | OwnControl<FieldValues[string], FieldValues>
  );
export type PlainRow = PlainField | NoteRow<FieldValues>;
