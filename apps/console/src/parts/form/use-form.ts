// A form over the input of a call or command: React Hook Form keeps what is typed, the contract's schema says what is wrong with it,
// `useSaved` sends it. How it is drawn: form-dialog.tsx and form-row.tsx.
import { useState } from 'react';
import { get, set, useForm as useHookForm, useWatch } from 'react-hook-form';
import type { Control, FieldValues, Resolver } from 'react-hook-form';
import { type Theirs, differs, theirsOf, theirsText } from './changed.ts';
import { type Spoken, isEmpty, problemsOf } from './draft.ts';
import type { PlainField, PlainRow, Rows } from './row.ts';
import { useSaved } from './use-saved.ts';

type FormOptions<D> = {
  /** Whose input the draft is: the rules are those of its schema. */
  of: Spoken;
  /** As the form begins. */
  start: D;
  rows: Rows<D>;
  /** What of the draft is checked and sent; all of it without this. */
  asked?: (draft: D) => D;
  /**
   * Rejects with the reason when it was not saved; then the form stays as it is. `changed`: the keys that differ from the start. Gives what
   * the server made another of it, such as its version; the form then goes on from what is saved, and so does one that `edits`.
   */
  save: (input: D, changed: readonly string[]) => Promise<object | undefined | void>;
  /** The form changes something that is there: rows that differ are marked, and without a change there is nothing to save. */
  edits?: boolean;
  /** By key, what sets the value from outside: such a row is read. */
  fixed?: Readonly<Record<string, string>>;
  /** What is saved counts when the server starts again. */
  restarts?: boolean;
  /** What else is done with a failure. Gives what is said over the buttons in the place of the reason; '' for nothing there. */
  refused?: (error: Error) => string | undefined;
};

type PlainOptions = Omit<FormOptions<FieldValues>, 'rows'> & { rows: readonly (PlainRow | readonly PlainRow[])[] };
type Asked = (draft: FieldValues) => FieldValues;
const all: Asked = (draft) => draft;

/** How a row that changes something stands: changed, or on its way to the server. */
export type Mark = 'changed' | 'pending';

export type Form = {
  /** Those that are there, as they stand side by side. */
  readonly rows: readonly (readonly PlainRow[])[];
  readonly draft: FieldValues;
  readonly control: Control;
  change(row: PlainField, value: unknown): void;
  /** What is wrong with a row, in words. */
  problemAt(key: string): string | undefined;
  markAt(key: string): Mark | undefined;
  /** What somebody else saved meanwhile, where it is not what the row shows. */
  theirsAt(key: string): { value: unknown; by: string } | undefined;
  takeTheirs(key: string): void;
  /** What sets the row from outside; undefined where it can be changed. */
  fixedBy(key: string): string | undefined;
  readonly restarts: boolean;
  readonly noChanges: boolean;
  /** Something was changed that has not been saved. */
  readonly dirty: boolean;
  /** It may be sent. */
  readonly ready: boolean;
  readonly busy: boolean;
  /** It is on its way, and what would be typed meanwhile is in nobody's hands: what is made leaves the form once it is saved. */
  readonly closed: boolean;
  /** What is wrong with the whole, in words; '' for nothing. */
  readonly trouble: string;
  submit(): Promise<void>;
};

const isField = (row: PlainRow): row is PlainField => row.control !== 'note';
const isShown = (row: PlainRow, draft: FieldValues): boolean => row.when?.(draft) ?? true;

/**
 * The rows that differ from the start, also those typed in since the save was asked for; undefined, for all of them, where the others as
 * somebody else saved them would hide one.
 */
const ownKeys = (
  rows: readonly PlainRow[],
  typed: FieldValues,
  start: FieldValues,
  theirs: FieldValues,
): string[] | undefined => {
  const own = rows
    .filter(isField)
    .filter(({ key }) => JSON.stringify(get(typed, key)) !== JSON.stringify(get(start, key)));
  const both = structuredClone(theirs);
  for (const { key } of own) set(both, key, get(typed, key));
  return own.every((row) => isShown(row, both)) ? own.map(({ key }) => key) : undefined;
};

/** The rows that were typed in since, also those that came meanwhile: these were saved without what was typed in them before. */
const typedSince = (then: FieldValues, now: FieldValues, saved: FieldValues, rows: readonly PlainField[]): string[] => {
  const isOther = (key: string, before: FieldValues): boolean =>
    JSON.stringify(get(now, key)) !== JSON.stringify(get(before, key));
  const came = (row: PlainField): boolean => !isShown(row, then) && isShown(row, now);
  return rows.filter((row) => isOther(row.key, came(row) ? saved : then)).map(({ key }) => key);
};

/** The draft as it is checked and sent: under the keys of rows that are not there, what stood there at first. */
const sentOf = (draft: FieldValues, start: FieldValues, rows: readonly PlainRow[]): FieldValues => {
  const sent = structuredClone(draft);
  for (const row of rows) if (isField(row) && !isShown(row, draft)) set(sent, row.key, get(start, row.key));
  return sent;
};

/** What React Hook Form asks before it submits; the page says each problem by its row, so that the first one will do here. */
const resolverOf =
  (of: Spoken, start: FieldValues, rows: readonly PlainRow[], asked: Asked): Resolver =>
  (draft) => {
    const values = asked(sentOf(draft, start, rows));
    const [problem] = problemsOf(of, values, rows.filter(isField)).values();
    if (problem === undefined) return { values, errors: {} };
    return { values: {}, errors: { root: { type: 'schema', message: problem } } };
  };

const useDraft = (of: Spoken, given: FieldValues, rows: readonly PlainRow[], asked: Asked) => {
  const [start, setStart] = useState(given);
  const resolver = resolverOf(of, start, rows, asked);
  const hook = useHookForm({ defaultValues: start, resolver, reValidateMode: 'onSubmit' });
  const draft: FieldValues = useWatch({ control: hook.control });
  const { dirtyFields } = hook.formState;
  const isChanged = (key: string): boolean => get(dirtyFields, key) !== undefined;
  const put = (key: string, value: unknown): void => hook.setValue(key, value, { shouldDirty: true });
  /** What is saved is what changes are counted from; what was typed in the rows of `kept` stays. */
  const begin = (values: FieldValues, kept: readonly string[] = rows.filter(isField).map(({ key }) => key)): void => {
    const typed = hook.getValues();
    setStart(values);
    hook.reset(values);
    for (const key of kept) put(key, get(typed, key));
  };
  return { hook, start, draft, isChanged, put, begin, sent: asked(sentOf(draft, start, rows)) };
};

/** What somebody else saved while the form was open. */
const useTheirs = (draft: FieldValues, put: (key: string, value: unknown) => void) => {
  const [theirs, hear] = useState<Theirs>();
  return {
    hear,
    at: (key: string) =>
      theirs && differs(theirs, key, draft) ? { value: get(theirs.values, key), by: theirs.by } : undefined,
    take: (key: string) => put(key, get(theirs?.values, key)),
  };
};

export const useForm = <D extends object>(options: FormOptions<D>): Form => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- FormOptions paired rows and draft; from here on keys are texts
  const plain = options as unknown as PlainOptions;
  const { of, start, rows, asked = all, save, edits = false, fixed = {}, restarts = false, refused } = plain;
  const lines = rows.map((row) => ('control' in row ? [row] : row));
  const { hook, start: startNow, draft, isChanged, put, begin, sent } = useDraft(of, start, lines.flat(), asked);
  const shownLines = lines.map((line) => line.filter((row) => isShown(row, draft)));
  const shown = shownLines.flat().filter(isField);
  const changed = shown.map(({ key }) => key).filter(isChanged);
  const problems = problemsOf(of, sent, shown);
  const theirs = useTheirs(draft, put);
  const [saved, setSaved] = useState<string>();
  const { busy, refusal, run, forget } = useSaved({
    save: async (input) => {
      const saving = structuredClone(hook.getValues());
      const version = await save(input, changed);
      setSaved(JSON.stringify(saving));
      theirs.hear(undefined);
      if (edits || version)
        begin({ ...input, ...version }, typedSince(saving, hook.getValues(), input, lines.flat().filter(isField)));
    },
    rows: shown,
    refused: (error) => {
      const found = theirsOf(error, of.input, startNow);
      if (found === undefined) return refused?.(error);
      theirs.hear(found);
      // In a form that makes something everything is the operator's own.
      begin(found.values, edits ? ownKeys(lines.flat(), hook.getValues(), startNow, found.values) : undefined);
      return theirsText(found);
    },
  });
  const noChanges = edits && changed.length === 0;
  return {
    draft,
    rows: shownLines,
    control: hook.control,
    change: (row, value) => {
      put(row.key, value);
      forget(row.key);
      for (const [key, other] of Object.entries(row.follow?.(hook.getValues(), draft) ?? {})) put(key, other);
    },
    problemAt: (key) => {
      if (refusal?.key === key) return refusal.text;
      // A field that is empty is not wrong before somebody has emptied it.
      return isEmpty(get(draft, key)) && !isChanged(key) ? undefined : problems.get(key);
    },
    markAt: (key) => (edits && isChanged(key) ? (busy ? 'pending' : 'changed') : undefined),
    theirsAt: theirs.at,
    fixedBy: (key) => fixed[key],
    restarts,
    takeTheirs: theirs.take,
    noChanges,
    dirty: changed.length > 0 && JSON.stringify(draft) !== saved,
    ready: problems.size === 0 && !noChanges,
    busy,
    closed: busy && !edits,
    trouble: (refusal?.key === '' ? refusal.text : problems.get('')) ?? '',
    submit: () => hook.handleSubmit(run)(),
  };
};
