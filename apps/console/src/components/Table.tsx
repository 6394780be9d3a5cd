import type { ReactNode } from 'react';

import type { CsvValue } from '../files/csvLine.ts';
import styles from './Table.module.css';

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
}

interface TableProps<Row> {
  /** What the rows are; read out with the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/** Rows under headings. What does not fit can be scrolled sideways, with the keyboard, too. */
export function Table<Row>({ label, columns: all, rows, keyOf }: TableProps<Row>) {
  const columns = all.filter(({ fileOnly }) => !fileOnly);
  const classOf = ({ number, wideOnly }: Column<Row>) =>
    [number && styles.number, wideOnly && styles.wideOnly].filter(Boolean).join(' ') || undefined;
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.name} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
