// What is sent of an input, as its schema says; a value that may not be sent is refused here already, in the words of the page.
import { AppError } from '@outrider/contract';
import { type Issue, issueWords } from './issue-words.ts';

type Encoding = {
  safeEncode(
    value: never,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
};

/** Throws AppError 'invalid': what is wrong with the first value that is. Forms find it before, field by field. */
export const encoded = (schema: Encoding, input: unknown): unknown => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema itself checks what it is given
  const wire = schema.safeEncode(input as never);
  if (wire.success) return wire.data;
  const [issue] = wire.error.issues;
  throw new AppError('invalid', issue === undefined ? '' : issueWords(issue, issue.path.join('.')), {
    cause: wire.error,
  });
};
