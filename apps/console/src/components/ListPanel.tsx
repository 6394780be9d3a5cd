import type { ReactNode } from 'react';

import type { List } from '../queries/useList.ts';
import { countOf } from '../text/formatNumber.ts';
import { Button } from './Button.tsx';
import { CsvButton } from './CsvButton.tsx';
import { Failure } from './Failure.tsx';
import styles from './ListPanel.module.css';
import { Loading } from './Loading.tsx';
import { Panel } from './Panel.tsx';
import { type Column, Table } from './Table.tsx';
import { classes } from './classes.ts';
import { useNear } from './useNear.ts';
import type { Sorting } from './useSort.ts';

interface ListPanelProps<Row> {
  list: List<Row>;
  title?: string;
  /** What the rows are, `mini-app`. */
  noun: string;
  plural?: string;
  /** What its file is called, without its ending; by default as the rows are. */
  file?: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** The order of the rows, where it can be changed. */
  sorting?: Sorting;
  /** What is shown when there are no rows. */
  empty: ReactNode;
}

/**
 * A list with everything that can become of it: loading, failed, empty, saved as a file. More of it is loaded as one scrolls;
 * after a failure only when somebody asks for it.
 */
export function ListPanel<Row>({
  list,
  noun,
  plural = `${noun}s`,
  file = plural,
  ...rest
}: ListPanelProps<Row>) {
  const { rows, isLoading, error, retry, hasMore, isLoadingMore, loadMore, readPage } = list;
  const { title, columns } = rest;
  const end = useNear<HTMLDivElement>(loadMore, {
    isOn: hasMore && !isLoadingMore && !error,
    round: rows.length,
  });
  const label = plural.charAt(0).toUpperCase() + plural.slice(1);
  return (
    <Panel flush {...(title !== undefined && { title })}>
      {error && <Failure what={label} error={error} retry={retry} />}
      {isLoading && !error && <Loading what={plural} />}
      {!isLoading && rows.length === 0 && !error && rest.empty}
      {rows.length > 0 && (
        <>
          <Table
            label={label}
            columns={columns}
            rows={rows}
            keyOf={rest.keyOf}
            sorting={rest.sorting}
          />
          <div ref={end} />
          <div className={classes(styles.foot, hasMore && styles.above)}>
            <span role="status">
              {countOf(rows.length, noun, plural)}
              {hasMore ? ' shown, there are more' : ''}
            </span>
            <div className={styles.actions}>
              {columns.some(({ text }) => text !== undefined) && (
                <CsvButton name={file} columns={columns} readPage={readPage} />
              )}
              {hasMore && (
                <Button busy={isLoadingMore} onClick={loadMore}>
                  {isLoadingMore ? 'Loading…' : 'Load more'}
                </Button>
              )}
            </div>
          </div>
        </>
      )}
    </Panel>
  );
}
