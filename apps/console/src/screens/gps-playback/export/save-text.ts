// Gives a text to the browser as a file to save.
import { systemClock } from '../../../lib/time.ts';

/** The address of the file lives until the browser has surely taken it. */
const KEPT_MS = 10_000;

export const saveText = (parts: readonly string[], name: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  systemClock.after(KEPT_MS, () => URL.revokeObjectURL(url));
};
