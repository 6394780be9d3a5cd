/** Statements that claim a few waiting rows, assign each the next number of a clock, and run further steps on them. */
export interface NumberedClaims {
  /** Takes a number of numbers, and returns the last. */
  readonly advance: string;
  /** Selects the ids of waiting rows, in order; for a single-writer engine. */
  readonly waiting: string;
  /** The further steps, statement by statement; the parameter is a JSON list of ids, numbers and times. */
  readonly steps: readonly string[];
  /**
   * All of it as one PostgreSQL statement: it skips rows that another node has claimed, and does not hold the clock for a
   * round trip. It returns pairs of the index of a step and a row of that step. It does nothing unless `provided` holds.
   */
  readonly atOnce: (provided?: string) => string;
}

/** Builds the statements for rows that get numbers of a clock. */
export function numberedClaims(options: {
  /** A row of a table. */
  clock: { table: string; name: string };
  waiting: {
    table: string;
    /** The condition for waiting rows; its parameters are given with each claim. */
    where: string;
    order: readonly string[];
  };
  /**
   * The further steps, no two of which may change the same row: each finds the rows in the table
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
