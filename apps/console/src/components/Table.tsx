import { type ReactNode, memo, useMemo } from 'react';

import type { CsvValue } from '../files/csvLine.ts';
import styles from './Table.module.css';
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

/** Rows under headings. What does not fit can be scrolled sideways, with the keyboard, too. */
export function Table<Row>({ label, columns: all, rows, keyOf, sorting }: TableProps<Row>) {
  const columns = useMemo(() => all.filter(({ fileOnly }) => !fileOnly), [all]);
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading
                key={column.name}
                column={column}
                className={classOf(column)}
                sorting={sorting}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} row={row} columns={columns as readonly Column<unknown>[]} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Kept as it is while more rows come: a list may have thousands. */
const TableRow = memo(function TableRow({
  row,
  columns,
}: {
  row: unknown;
  columns: readonly Column<unknown>[];
}) {
  return (
    <tr>
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
}

/** The heading of a column; a button where rows can be sorted by it. */
function Heading({ column: { name, sort: first }, className, sorting }: HeadingProps) {
  if (!sorting || first === undefined) {
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  }
  const { sort, toggle } = sorting;
  const isSorted = sort.key === first.replace('-', '');
  const order = sort.isDown ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? order : 'none'}>
      <button type="button" className={styles.sort} onClick={() => toggle(first)}>
        {name}
        <span className={styles.arrow} aria-hidden="true">
          {isSorted ? (sort.isDown ? '↓' : '↑') : ''}
        </span>
      </button>
    </th>
  );
}
