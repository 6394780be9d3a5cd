import { CsvButton } from './CsvButton.tsx';
import styles from './ListPanel.module.css';
import { type Column, Table } from './Table.tsx';

interface SavableTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** What its file is called, without its ending. */
  file: string;
}

/** A table of which everything is there, with a button that saves it as a file. */
export function SavableTable<Row>({ file, ...table }: SavableTableProps<Row>) {
  const { columns, rows } = table;
  return (
    <>
      <Table {...table} />
      <div className={styles.foot}>
        <span />
        <CsvButton name={file} columns={columns} readPage={async () => ({ items: [...rows] })} />
      </div>
    </>
  );
}
