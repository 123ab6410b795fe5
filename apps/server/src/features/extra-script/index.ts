// A script of the operator's own, which pages run behind their settings. It is read here for whether it is a script, and never run.
import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { extraScriptSetting } from '@outrider/contract';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import { type Settings, settingCalls } from '../settings/index.ts';

export type ExtraScript = {
  calls: CallHandler[];
  /** '' for none. Asked for each page. */
  text: () => string;
  close: () => void;
};

/** A person who can change what every page runs can act as anybody: of those of level 0 it is this one alone. */
const OWNER = 'admin';
const FILE = 'extra.js';

const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Throws AppError `invalid` with the line where it cannot be read. */
const assertScript = (text: string): void => {
  try {
    // oxlint-disable-next-line no-new -- reading it is the point
    new Script(text, { filename: FILE });
  } catch (error) {
    const line = new RegExp(`^${FILE.replace('.', '\\.')}:(\\d+)`).exec(
      (error instanceof Error && error.stack) || '',
    )?.[1];
    throw new AppError('invalid', `text: Line ${line ?? 1}: ${errorText(error)}`);
  }
};

export const extraScriptFeature = (settings: Pick<Settings, 'follow' | 'state' | 'save'>): ExtraScript => {
  let text = '';
  const close = settings.follow(extraScriptSetting, (chosen) => {
    text = chosen?.text ?? '';
  });
  const plain = settingCalls(
    settings,
    extraScriptSetting,
    () => ({ text }),
    async ({ text: wanted }) => assertScript(wanted),
  );
  const saving: CallHandler['run'] = async (caller, input, context) => {
    if (caller.userName !== OWNER) throw new AppError('forbidden', 'Only the user named admin may change the script.');
    const wanted = extraScriptSetting.schema.safeParse(input).data?.text; // else saving refuses it in words
    if (wanted !== undefined) context.note?.({ body: { sha256: hashOf(wanted) } });
    return plain.find(({ call }) => call === extraScriptSetting.save)?.run(caller, input, context);
  };
  const calls = plain.map((handler) =>
    handler.call === extraScriptSetting.save ? { ...handler, run: saving } : handler,
  );
  return { calls, text: () => text, close };
};
