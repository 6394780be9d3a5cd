/** Two days of the reader's time zone as points in time; the last day is part of it. What is no day is left out. */
export function timesOfDays(
  first: string | undefined,
  last: string | undefined,
): { since: string | undefined; until: string | undefined } {
  return { since: startOf(first, 0), until: startOf(last, 1) };
}

function startOf(day: string | undefined, daysLater: number): string | undefined {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
