/** Statements that claim a few waiting rows, assign each the next number of a clock, and run further steps on them. */
export interface NumberedClaims {
  /** Takes a number of numbers, and returns the last. */
  readonly advance: string;
  /** Selects the ids of waiting rows, in order; for a single-writer engine. */
  readonly waiting: string;
  /** The further steps, statement by statement; the parameter is a JSON list of ids, numbers and times. */
  readonly steps: readonly string[];
  /** The steps on rows that are put aside, statement by statement; the parameter is a JSON list of these rows. */
  readonly asideSteps: readonly string[];
  /**
   * All of it as one PostgreSQL statement: it skips rows that another node has claimed, and does not hold the clock for a
   * round trip. It returns pairs of the index of a step and a row of that step. It does nothing unless `provided` holds.
   * The steps of `more` follow the others.
   */
  readonly atOnce: (provided?: string, more?: readonly string[]) => string;
}

/** Waiting rows that get no number, but steps of their own. */
export interface AsideRows {
  /** Their values besides the id, and the types of these. */
  columns: Readonly<Record<string, 'BIGINT' | 'TEXT'>>;
  /** Each finds the rows in the table `aside`, where the id is called `row_id`, and may return rows. */
  steps: readonly string[];
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
  aside?: AsideRows | undefined;
}): NumberedClaims {
  const { clock, waiting, steps, aside } = options;
  const order = waiting.order.join(', ');
  const columns = [...new Set(['id', ...waiting.order])].join(', ');
  const named = `WHERE name = '${clock.name}'`;
  const someWaiting = `FROM ${waiting.table} WHERE ${waiting.where} ORDER BY ${order} LIMIT ?`;
  const asideSteps = aside?.steps ?? [];
  const numbered = aside ? 'numbered' : 'waiting';
  return {
    advance: `UPDATE ${clock.table} SET last = last + ? ${named} RETURNING last`,
    waiting: `SELECT id ${someWaiting}`,
    steps: steps.map((step) => `${listCalled('claimed', ['row_id', 'number', 'at'])} ${step}`),
    asideSteps: asideSteps.map(
      (step) => `${listCalled('aside', ['row_id', ...Object.keys(aside!.columns)])} ${step}`,
    ),
    atOnce: (provided = 'TRUE', more = []) => `WITH waiting AS MATERIALIZED (
        SELECT ${columns} ${someWaiting} FOR UPDATE SKIP LOCKED),
      ${aside ? partsOf(aside, provided) : ''}
      clock AS (UPDATE ${clock.table} SET last = last + (SELECT COUNT(*) FROM ${numbered})
        ${named} AND EXISTS (SELECT 1 FROM ${numbered}) AND ${provided} RETURNING last),
      claimed AS MATERIALIZED (SELECT ${numbered}.id AS row_id, CAST(? AS BIGINT) AS at,
        clock.last - (SELECT COUNT(*) FROM ${numbered}) + ROW_NUMBER() OVER (ORDER BY ${order}) AS number
        FROM ${numbered}, clock),
      ${[...steps, ...asideSteps, ...more].map((step, index) => `step_${index} AS (${step})`).join(',\n')}
      ${resultsOf([...steps, ...asideSteps, ...more])}`,
  };
}

/** A JSON list as a table, for a single-writer engine. */
function listCalled(name: string, columns: readonly string[]): string {
  const values = columns.map((_, index) => `value ->> ${index}`);
  return `WITH ${name} (${columns.join(', ')}) AS (SELECT ${values.join(', ')} FROM json_each(?))`;
}

/** Tells the waiting rows that get numbers from those that are put aside. */
function partsOf({ columns }: AsideRows, provided: string): string {
  const values = Object.entries(columns).map(
    ([name, type], index) => `CAST(cells ->> ${index + 1} AS ${type}) AS ${name}`,
  );
  return `given AS MATERIALIZED (
        SELECT CAST(cells ->> 0 AS BIGINT) AS row_id, ${values.join(', ')}
          FROM jsonb_array_elements(CAST(? AS JSONB)) AS list (cells)),
      aside AS MATERIALIZED (
        SELECT given.* FROM given JOIN waiting ON waiting.id = given.row_id WHERE ${provided}),
      numbered AS MATERIALIZED (
        SELECT * FROM waiting WHERE id NOT IN (SELECT row_id FROM given)),`;
}

function resultsOf(steps: readonly string[]): string {
  return steps
    .flatMap((step, index) =>
      step.includes('RETURNING')
        ? [`SELECT ${index} AS step, row_to_json(step_${index}) AS given FROM step_${index}`]
        : [],
    )
    .join(' UNION ALL ');
}
