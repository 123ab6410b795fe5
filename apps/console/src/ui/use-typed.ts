// The text of a field whose value is something else: a number, a moment, a list. What is typed stays as it stands while it means the
// value, so that '7.' or ' a, b' is not rewritten under the cursor.
import { useState } from 'react';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Gives what to show and a setter for what was typed. A value that changes from outside is written again. */
export const useTyped = <Value, Typed>(
  value: Value,
  write: (value: Value) => Typed,
  read: (typed: Typed) => Value,
): readonly [Typed, (typed: Typed) => void] => {
  const [typed, setTyped] = useState(() => write(value));
  return [same(read(typed), value) ? typed : write(value), setTyped];
};
