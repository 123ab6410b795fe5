// The state of an import: the file as it was read, what the server says of each of its lines, and saving them all.
import { type LineOutcome, MAX_IMPORT_LINES, postDeviceImport, postRegistrations } from '@outrider/contract';
import { useState } from 'react';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { readPreference } from '../../lib/preferences.ts';
import { type Encoding, encodingOf, readTable, textOf } from '../../parts/import/read-table.ts';
import { linesOf, type ReadLines } from './import-lines.ts';

/** A larger file is no list of so many lines. */
const MAX_FILE_BYTES = 4_000_000;

export type Preview = { readonly line: number; readonly deviceId: string; readonly outcome: LineOutcome };

type Source = { readonly file: File; readonly bytes: Uint8Array; readonly encoding: Encoding };

const nothing = (problem: string): ReadLines => ({ lines: [], unread: [], problem });

const readLines = ({ bytes, encoding }: Source): ReadLines => {
  const text = textOf(bytes, encoding);
  if (text === undefined) return nothing(t('The file is not in this encoding.'));
  const read = linesOf(readTable(text));
  if (read.lines.length > MAX_IMPORT_LINES)
    return nothing(t('At most {count} devices at once.', { count: MAX_IMPORT_LINES }));
  return read;
};

export const useImport = () => {
  const [source, setSource] = useState<Source>();
  const [read, setRead] = useState<ReadLines>();
  const [previews, setPreviews] = useState<readonly Preview[]>();
  const [problem, setProblem] = useState('');
  const ask = useSave(postDeviceImport);
  const store = useSave(postDeviceImport, [postRegistrations]);
  const busy = ask.isPending || store.isPending;

  /** Gives whether it was saved. */
  const send = async ({ lines }: ReadLines, save: boolean): Promise<boolean> => {
    setProblem('');
    // What was looked at goes along: nothing is changed over somebody else's change since.
    const seen = (i: number) => (save ? previews?.[i]?.outcome : undefined);
    try {
      const input = { save, lines: lines.map(({ values }, i) => ({ ...values, seen: seen(i) })) };
      const answer = await (save ? store : ask).mutateAsync(input);
      setPreviews(
        answer.lines.map((outcome, i) => {
          const { line = 0, values } = lines[i] ?? {};
          return { line, deviceId: values?.deviceid ?? '', outcome };
        }),
      );
      return answer.saved;
    } catch (error) {
      setProblem(error instanceof Error ? t(error.message) : String(error));
      return false;
    }
  };

  const look = async (next: Source): Promise<void> => {
    setSource(next);
    setPreviews(undefined);
    const found = readLines(next);
    setRead(found);
    setProblem(found.problem);
    if (found.problem === '') await send(found, false);
  };

  const take = async (file: File | undefined): Promise<void> => {
    setProblem('');
    if (file === undefined) {
      setSource(undefined);
      setPreviews(undefined);
    } else if (file.size > MAX_FILE_BYTES) setProblem(t('This list is too large.'));
    else {
      const bytes = new Uint8Array(await file.arrayBuffer());
      await look({ file, bytes, encoding: encodingOf(bytes, readPreference('locale') === 'tw' ? 'big5' : 'gbk') });
    }
  };

  return {
    source,
    unread: read?.unread ?? [],
    previews,
    problem,
    busy,
    take,
    again: () => (source === undefined ? undefined : look(source)),
    readAs: (encoding: Encoding) => (source === undefined ? undefined : look({ ...source, encoding })),
    save: (): Promise<boolean> => (read === undefined ? Promise.resolve(false) : send(read, true)),
  };
};
