// The moments that a span of calendar days covers. Pure.
import { dayDate } from '../../lib/local-moment.ts';

/** From the first moment of the first day to the first of the day after the last, local time; days of 23 and 25 hours too. */
export const spanOf = ({
  first,
  last,
}: {
  readonly first: string;
  readonly last: string;
}): { afterUpdatetime: number; beforeUpdatetime: number } | undefined => {
  const [from, to] = [dayDate(first), dayDate(last)];
  if (from === undefined || to === undefined) return undefined;
  const after = new Date(to);
  after.setDate(after.getDate() + 1);
  return { afterUpdatetime: from.getTime(), beforeUpdatetime: after.getTime() };
};
