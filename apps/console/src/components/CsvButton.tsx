import { useEffect, useRef, useState } from 'react';

import { explainError } from '../errors/explainError.ts';
import { csvLine } from '../files/csvLine.ts';
import { readAllRows } from '../files/readAllRows.ts';
import { saveCsv } from '../files/saveFile.ts';
import type { ReadPage } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { countOf, formatCount } from '../text/formatNumber.ts';
import { Button } from './Button.tsx';
import type { Column } from './Table.tsx';

interface CsvButtonProps<Row> {
  /** The file's name, without its ending. */
  name: string;
  columns: readonly Column<Row>[];
  readPage: ReadPage<Row>;
}

/** Saves all rows of a list, also those that are not on the screen. It says how far it is, and can be stopped. */
export function CsvButton<Row>({ name, columns, readPage }: CsvButtonProps<Row>) {
  const { toasts } = useServices();
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async () => {
    const controller = new AbortController();
    running.current = controller;
    const shown = columns.filter(({ text }) => text !== undefined);
    const parts = [csvLine(shown.map((column) => column.name))];
    let count = 0;
    setRows(0);
    try {
      for await (const page of readAllRows(readPage, controller.signal)) {
        parts.push(page.map((row) => csvLine(shown.map(({ text }) => text!(row)))).join(''));
        count += page.length;
        setRows(count);
      }
      saveCsv(name, parts);
      toasts.say(`${name}.csv has ${countOf(count, 'row')}.`);
    } catch (error) {
      if (!controller.signal.aborted) toasts.sayFailed(explainError(error).text);
    }
    setRows(undefined);
  };

  return rows === undefined ? (
    <Button onClick={() => void save()}>Save as CSV</Button>
  ) : (
    <Button onClick={() => running.current?.abort()}>
      Stop saving · {formatCount(rows)} so far
    </Button>
  );
}
