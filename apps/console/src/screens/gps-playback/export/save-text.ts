// Gives a text to the browser as a file to save.
import { saveBlob } from '../../../lib/save-blob.ts';

export const saveText = (parts: readonly string[], name: string, type: string): void =>
  saveBlob(new Blob([...parts], { type: `${type};charset=utf-8` }), name);
