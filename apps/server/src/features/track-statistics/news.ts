// What came of each device since days of it were last made, as the earliest device time: whether a day may be gone on with. Marks of
// days are marks.ts.

/** Rounds of one device that are told apart; older ones count as one. */
const MAX_ROUNDS = 4;

/** By device the earliest time of what came, for each round in which something came. Two numbers a device and round. */
export const createNews = () => {
  const news = new Map<number, { round: number; earliest: number }[]>();
  /** Of whose days something was made. */
  const known = new Set<number>();
  return {
    add(deviceKey: number, time: number, round: number): void {
      const rounds = news.get(deviceKey);
      if (rounds === undefined) {
        // Not an empty list and a push: that sets sixteen places aside, for each device.
        news.set(deviceKey, [{ round, earliest: time }]);
        return;
      }
      const last = rounds.at(-1);
      if (last?.round === round) last.earliest = Math.min(last.earliest, time);
      else rounds.push({ round, earliest: time });
      const [first, second] = rounds;
      if (rounds.length <= MAX_ROUNDS || first === undefined || second === undefined) return;
      second.earliest = Math.min(first.earliest, second.earliest);
      rounds.shift();
    },
    since: (deviceKey: number): number | null =>
      known.has(deviceKey) ? Math.min(...(news.get(deviceKey) ?? []).map(({ earliest }) => earliest)) : null,
    worked(deviceKey: number, round: number): void {
      const later = (news.get(deviceKey) ?? []).filter((each) => each.round >= round);
      if (later.length > 0) news.set(deviceKey, later);
      else news.delete(deviceKey);
      known.add(deviceKey);
    },
  };
};
