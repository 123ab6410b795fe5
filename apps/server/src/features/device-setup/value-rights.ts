// Which parameters a caller may have: each has a right of its own. And what the access log and others are told of them.
import { AppError, HIDDEN_VALUE, type ParameterValue, type ParameterValues, parameterOf } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';

export const mayHave = ({ rights }: Caller, key: string): boolean => {
  const right = parameterOf(key)?.right;
  return right !== undefined && rights.has(right);
};
export const ownOf = (caller: Caller, values: ParameterValues): ParameterValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => mayHave(caller, key)));

/** Throws `invalid` where there is nothing, `forbidden` where a right is missing. */
export const assertMaySet = (caller: Caller, keys: readonly string[]): void => {
  if (keys.length === 0) throw new AppError('invalid', 'deviceParams: There is nothing to set.');
  const [refused] = keys.filter((key) => !mayHave(caller, key));
  if (refused !== undefined)
    throw new AppError('forbidden', `The right ${parameterOf(refused)?.right ?? 'F_rmdvrs'} is missing.`);
};

const loggedText = (key: string, value: ParameterValue | undefined): string =>
  parameterOf(key)?.secret === undefined ? String(value ?? '') : HIDDEN_VALUE;
/** Each value, without secrets. */
export const loggedValues = (values: ParameterValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, loggedText(key, value)]));
/** 'before → after' of each, without secrets. */
export const loggedChange = (before: ParameterValues, after: ParameterValues): Record<string, string> =>
  Object.fromEntries(
    Object.keys(after).map((key) => [key, `${loggedText(key, before[key])} → ${loggedText(key, after[key])}`]),
  );
