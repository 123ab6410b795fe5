// The calendar of the server's own zone, in which days and months of data are counted.

/** Gives the day of a moment (UTC ms) as YYYY-MM-DD. Without a zone: that of the machine. */
export const serverDays = (zone?: string): ((ms: number) => string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...(zone !== undefined && { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (ms) => format.format(ms);
};

/** The moment (UTC ms) at which a day of the machine's zone begins. */
export const dayStart = (day: string): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
};

/** The month of such a day, YYYY-MM. */
export const monthOf = (day: string): string => day.slice(0, 7);
