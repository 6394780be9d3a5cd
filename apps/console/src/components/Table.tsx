import { type ReactNode, memo, useMemo, useRef, useState } from 'react';

import type { CsvValue } from '../files/csvLine.ts';
import { RowBlock, type RowHeight } from './RowBlock.tsx';
import styles from './Table.module.css';
import { classes } from './classes.ts';
import { useFixedWidths } from './useFixedWidths.ts';
import type { Sorting } from './useSort.ts';

/** A column of a table. */
export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** The same for a file; a column without it is not in the file. */
  text?: (row: Row) => CsvValue;
  /** Numbers are at the end of their cell. */
  number?: boolean;
  /** Not on the screen. */
  fileOnly?: boolean;
  /** Left out where there is little room. */
  wideOnly?: boolean;
  /** What the server sorts by when its heading is chosen; with a minus the largest comes first. */
  sort?: string;
}

interface TableProps<Row> {
  /** What the rows are; read out with the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The order of the rows, where it can be changed. */
  sorting?: Sorting | undefined;
}

/** With more rows than this, only those near what is seen are in the page. */
const MAX_WHOLE = 150;
const ROWS_IN_BLOCK = 50;

/** Rows under headings. What does not fit can be scrolled sideways, with the keyboard, too. */
export function Table<Row>({ label, columns: all, rows, keyOf, sorting }: TableProps<Row>) {
  const columns = useMemo(() => all.filter(({ fileOnly }) => !fileOnly), [all]);
  const table = useRef<HTMLTableElement>(null);
  const isLong = rows.length > MAX_WHOLE;
  const widths = useFixedWidths(table, isLong);
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table
        ref={table}
        className={classes(styles.table, widths && styles.fixed)}
        {...(widths && { style: { inlineSize: widths.table } })}
        {...(isLong && { 'aria-rowcount': rows.length + 1 })}
      >
        <thead>
          <tr {...(isLong && { 'aria-rowindex': 1 })}>
            {columns.map((column, index) => (
              <Heading
                key={column.name}
                column={column}
                className={classOf(column)}
                sorting={sorting}
                width={widths?.columns[index]}
              />
            ))}
          </tr>
        </thead>
        {isLong ? (
          <Blocks columns={columns} rows={rows} keyOf={keyOf} />
        ) : (
          <tbody>
            {rows.map((row) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                columns={columns as readonly Column<unknown>[]}
              />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

/** The rows of a long table, a block at a time. */
function Blocks<Row>({
  columns,
  rows,
  keyOf,
}: Pick<TableProps<Row>, 'columns' | 'rows' | 'keyOf'>) {
  const [rowHeight] = useState<RowHeight>(() => ({ usual: 45 }));
  const starts = Array.from(
    { length: Math.ceil(rows.length / ROWS_IN_BLOCK) },
    (_, index) => index * ROWS_IN_BLOCK,
  );
  return starts.map((start) => {
    const end = Math.min(start + ROWS_IN_BLOCK, rows.length);
    return (
      <RowBlock
        key={start}
        count={end - start}
        columns={columns.length}
        rowHeight={rowHeight}
        isFirst={start === 0}
      >
        {() =>
          rows
            .slice(start, end)
            .map((row, index) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                columns={columns as readonly Column<unknown>[]}
                place={start + index + 2}
              />
            ))
        }
      </RowBlock>
    );
  });
}

/** Kept as it is while more rows come: a list may have thousands. */
const TableRow = memo(function TableRow({
  row,
  columns,
  place,
}: {
  row: unknown;
  columns: readonly Column<unknown>[];
  /** Its place among all rows, where not all are in the page. */
  place?: number;
}) {
  return (
    <tr aria-rowindex={place}>
      {columns.map((column) => (
        <td key={column.name} className={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
});

function classOf({
  number,
  wideOnly,
}: Pick<Column<unknown>, 'number' | 'wideOnly'>): string | undefined {
  const names = [number && styles.number, wideOnly && styles.wideOnly];
  return names.filter(Boolean).join(' ') || undefined;
}

interface HeadingProps {
  column: { name: string; sort?: string };
  className: string | undefined;
  sorting: Sorting | undefined;
  /** In pixels, where it stays as it is. */
  width: number | undefined;
}

/** The heading of a column; a button where rows can be sorted by it. */
function Heading({ column: { name, sort: first }, className, sorting, width }: HeadingProps) {
  if (!sorting || first === undefined) {
    return (
      <th scope="col" className={className} style={{ inlineSize: width }}>
        {name}
      </th>
    );
  }
  const { sort, toggle } = sorting;
  const isSorted = sort.key === first.replace('-', '');
  const order = sort.isDown ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      className={className}
      style={{ inlineSize: width }}
      aria-sort={isSorted ? order : 'none'}
    >
      <button type="button" className={styles.sort} onClick={() => toggle(first)}>
        {name}
        <span className={styles.arrow} aria-hidden="true">
          {isSorted ? (sort.isDown ? '↓' : '↑') : ''}
        </span>
      </button>
    </th>
  );
}
