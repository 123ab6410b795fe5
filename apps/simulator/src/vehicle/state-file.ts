// What a vehicle remembers over a restart when it is given a file: its authentication code and the parameters set from outside.
import { readFileSync, writeFileSync } from 'node:fs';
import { fromHex, toHex } from '@outrider/jt808';
import type { Parameter } from '@outrider/jt808';

export type SavedState = { readonly authCode: string | null; readonly parameters: readonly Parameter[] };

/** Empty when there is no file yet. Throws for a file that is no state of ours. */
export const loadState = (file: string | undefined): SavedState => {
  const text = file === undefined ? null : readIfThere(file);
  if (text === null) return { authCode: null, parameters: [] };
  const saved: { authCode: string | null; parameters: Record<string, string> } = JSON.parse(text);
  const parameters = Object.entries(saved.parameters).map(([id, hex]) => ({ id: Number(id), raw: fromHex(hex) }));
  return { authCode: saved.authCode, parameters };
};

export const saveState = (file: string | undefined, { authCode, parameters }: SavedState): void => {
  if (file === undefined) return;
  const byId = Object.fromEntries(parameters.map(({ id, raw }) => [id, toHex(raw)]));
  writeFileSync(file, `${JSON.stringify({ authCode, parameters: byId })}\n`);
};

const readIfThere = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};
