// Saves what the page made itself as a file of this computer. Files of the server: saveFile in send.ts.
import { systemClock } from './time.ts';

/** The address keeps the bytes in memory: it goes when the browser has surely begun to save them. */
const KEPT_MS = 60_000;

export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  systemClock.after(KEPT_MS, () => URL.revokeObjectURL(url));
};

const textTypes = { csv: 'text/csv', json: 'application/json' } as const;
/** How a table or a track is saved as text. */
export type TextKind = keyof typeof textTypes;

export const saveText = (parts: readonly string[], name: string, kind: TextKind): void =>
  saveBlob(new Blob([...parts], { type: `${textTypes[kind]};charset=utf-8` }), name);
