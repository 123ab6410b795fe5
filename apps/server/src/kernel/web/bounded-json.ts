// JSON from strangers: its depth and the number of its keys and values are counted on the text, before anything is built of it.
import { AppError } from '../errors.ts';

export type JsonBounds = {
  /** Arrays and objects inside each other. */
  depth: number;
  /** Keys of all objects together. */
  keys: number;
  /** Members of all arrays and objects together. */
  values: number;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENS = new Set([0x5b, 0x7b]);
const CLOSES = new Set([0x5d, 0x7d]);

/** Where the string ends that begins at `start`: at its closing quote, or at the end of the text. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
};

/** Throws AppError `invalid` for a text with more than the bounds allow. Whether it is JSON at all is not looked at. */
export const assertJsonBounds = (text: string, bounds: JsonBounds): void => {
  let depth = 0;
  let keys = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) keys += 1;
    else if (code === COMMA) values += 1;
    else if (OPENS.has(code)) {
      depth += 1;
      values += 1;
    } else if (CLOSES.has(code)) depth -= 1;
    else continue;
    if (depth > bounds.depth) throw new AppError('invalid', `JSON more than ${bounds.depth} levels deep is not read.`);
    if (keys > bounds.keys) throw new AppError('invalid', `JSON with more than ${bounds.keys} keys is not read.`);
    if (values > bounds.values)
      throw new AppError('invalid', `JSON with more than ${bounds.values} values is not read.`);
  }
};

/** JSON.parse within bounds. Throws SyntaxError for what is no JSON, AppError `invalid` for too much of it. */
export const parseBoundedJson = (text: string, bounds: JsonBounds): unknown => {
  assertJsonBounds(text, bounds);
  return JSON.parse(text);
};
