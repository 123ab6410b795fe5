// How a choice of devices changes: one ticked, all that are shown, a group joined, ids typed by hand. Pure.

/** The ids of a typed line, joined by commas on screen as on the wire: each once, without blanks. */
export const idsOf = (line: string): readonly string[] => [
  ...new Set(
    line
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
];

/** The line that shows ids. */
export const lineOf = (ids: readonly string[]): string => ids.join(',');

/** Adds what is not in it yet; what was chosen stays where it is. */
export const merged = (chosen: ReadonlySet<string>, more: readonly string[]): ReadonlySet<string> =>
  new Set([...chosen, ...more]);

/** Ticks one device or takes its tick away. */
export const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : merged(chosen, [id]);

/** Ticks all that are shown; when all of them are ticked already, unticks them. Others are left as they are. */
export const toggledAll = (chosen: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> => {
  if (!shown.every((id) => chosen.has(id))) return merged(chosen, shown);
  const gone = new Set(shown);
  return new Set([...chosen].filter((id) => !gone.has(id)));
};
