// Checks what came from outside against a schema of the contract and says in words what does not fit.
import type { z } from 'zod';
import { AppError } from '../errors.ts';

/** The decoded value. Throws AppError `invalid` that names the field and the rule, never the value. */
export const checkInput = <S extends z.ZodType>(schema: S, raw: unknown): z.output<S> => {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const rule = issue?.message ?? 'does not fit';
  throw new AppError('invalid', field === '' ? rule : `${field}: ${rule}`);
};
