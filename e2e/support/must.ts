// What a test takes for granted, said when it is not there.

export const must = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new Error(`${what} is not there`);
  return value;
};
