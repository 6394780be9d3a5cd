/** Rows that wait for a number of a clock: a few are claimed, each gets the next one, and what follows on that is written. */
export interface NumberedClaims {
  /** Takes so many numbers, and gives the last. */
  readonly advance: string;
  /** The ids of rows that wait, in their order; for an engine with one writer. */
  readonly waiting: string;
  /** What follows, statement by statement; the parameter is a list in JSON of ids, numbers and times. */
  readonly steps: readonly string[];
  /**
   * All of it as one statement of PostgreSQL: it passes over rows that another node has claimed, and holds the clock for no
   * round trip. It gives the index of a step and a row that the step returns. It does nothing unless `provided` holds.
   */
  readonly atOnce: (provided?: string) => string;
}

/** Makes the statements for rows that get numbers of a clock. */
export function numberedClaims(options: {
  /** A row of a table. */
  clock: { table: string; name: string };
  waiting: {
    table: string;
    /** Which rows wait; its `?` are given with each claim. */
    where: string;
    order: readonly string[];
  };
  /**
   * What follows, of which no two may change the same row: each finds the rows in the table
   * `claimed (row_id, number, at)`, and may return rows.
   */
  steps: readonly string[];
}): NumberedClaims {
  const { clock, waiting, steps } = options;
  const order = waiting.order.join(', ');
  const columns = [...new Set(['id', ...waiting.order])].join(', ');
  const named = `WHERE name = '${clock.name}'`;
  const someWaiting = `FROM ${waiting.table} WHERE ${waiting.where} ORDER BY ${order} LIMIT ?`;
  const returning = steps.flatMap((step, index) =>
    step.includes('RETURNING')
      ? [`SELECT ${index} AS step, row_to_json(step_${index}) AS given FROM step_${index}`]
      : [],
  );
  return {
    advance: `UPDATE ${clock.table} SET last = last + ? ${named} RETURNING last`,
    waiting: `SELECT id ${someWaiting}`,
    steps: steps.map(
      (step) => `WITH claimed (row_id, number, at) AS
        (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)) ${step}`,
    ),
    atOnce: (provided = 'TRUE') => `WITH waiting AS MATERIALIZED (
        SELECT ${columns} ${someWaiting} FOR UPDATE SKIP LOCKED),
      clock AS (UPDATE ${clock.table} SET last = last + (SELECT COUNT(*) FROM waiting)
        ${named} AND EXISTS (SELECT 1 FROM waiting) AND ${provided} RETURNING last),
      claimed AS MATERIALIZED (SELECT waiting.id AS row_id, CAST(? AS BIGINT) AS at,
        clock.last - (SELECT COUNT(*) FROM waiting) + ROW_NUMBER() OVER (ORDER BY ${order}) AS number
        FROM waiting, clock),
      ${steps.map((step, index) => `step_${index} AS (${step})`).join(',\n')}
      ${returning.join(' UNION ALL ')}`,
  };
}
