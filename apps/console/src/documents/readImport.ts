import type { CollectionDocument } from '@host/contracts';

import { unmarked } from '../files/csvLine.ts';
import { checkDocument } from './checkDocument.ts';
import { parseCsv } from './parseCsv.ts';

/** A document that a file has, and where. */
export interface ImportedDocument {
  /** The line of a CSV file, or the place in a list. The first is 1. */
  row: number;
  document: CollectionDocument;
}

/** What is wrong with a row of a file; without one, with the file. */
interface RowProblem {
  row?: number;
  problem: string;
}

/** What a file has. */
export interface ReadImport {
  documents: ImportedDocument[];
  refused: RowProblem[];
}

type Row = { row: number; value: unknown } | { row: number; problem: string };

/**
 * Reads documents from a list as JSON, or from CSV whose first line names the fields. In CSV a number is a number, unless the
 * documents that are there have a text in that field.
 */
export function readImport(
  file: string,
  there: readonly Readonly<Record<string, unknown>>[] = [],
): ReadImport {
  // Spreadsheets and editors on Windows begin a file with a byte order mark.
  const text = file.replace(/^\uFEFF/, '');
  const rows = /^\s*[[{]/.test(text) ? rowsOfJson(text) : rowsOfCsv(text, there);
  if (typeof rows === 'string') return { documents: [], refused: [{ problem: rows }] };
  const documents: ImportedDocument[] = [];
  const refused: RowProblem[] = [];
  const seen = new Map<string, number>();
  for (const each of rows) {
    const { row } = each;
    const checked = 'problem' in each ? each : checkDocument(each.value);
    if ('problem' in checked) {
      refused.push({ row, problem: checked.problem });
      continue;
    }
    const { document } = checked;
    const before = seen.get(document.id);
    if (before === undefined) documents.push({ row, document });
    else refused.push({ row, problem: `id: ${document.id} is in row ${before}, too.` });
    seen.set(document.id, before ?? row);
  }
  return { documents, refused };
}

function rowsOfJson(text: string): Row[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `This is no JSON: ${(error as Error).message}.`;
  }
  if (!Array.isArray(value)) return 'It has to be a list of documents: [{"id": "…"}, …].';
  if (value.length === 0) return 'The list is empty.';
  return value.map((each: unknown, index) => ({ row: index + 1, value: each }));
}

function rowsOfCsv(
  text: string,
  there: readonly Readonly<Record<string, unknown>>[],
): Row[] | string {
  const parsed = parseCsv(text);
  if ('openLine' in parsed)
    return `The quote that opens in line ${parsed.openLine} is never closed.`;
  const [head, ...records] = parsed.records;
  const names = (head?.cells ?? []).map((name) => name.trim());
  while (names.at(-1) === '') names.pop();
  if (!names.includes('id')) return 'The first line has to name the fields, and one of them is id.';
  const unnamed = names.indexOf('');
  if (unnamed >= 0) return `Column ${unnamed + 1} has no name in the first line.`;
  const before = new Set<string>();
  const twice = names.find((name) => before.size === before.add(name).size);
  if (twice !== undefined) return `The first line names ${twice} twice.`;
  if (records.length === 0) return 'There is no row below the names of the fields.';
  const texts = new Set(names.filter((name) => name === 'id' || isText(there, name)));
  return records.map(({ line: row, cells }): Row => {
    if (cells.slice(names.length).some((cell) => cell !== '')) {
      const problem = `It has ${cells.length} cells; the first line names ${names.length} fields.`;
      return { row, problem };
    }
    const fields = names
      .map((name, column) => [name, cells[column] ?? ''] as const)
      .filter(([, cell]) => cell !== '')
      .map(([name, cell]) => [name, texts.has(name) ? unmarked(cell) : valueOf(cell)]);
    return { row, value: Object.fromEntries(fields) };
  });
}

/** Whether all documents that have a field have a text there. */
function isText(there: readonly Readonly<Record<string, unknown>>[], name: string): boolean {
  const having = there.filter((document) => Object.hasOwn(document, name));
  return having.length > 0 && having.every((document) => typeof document[name] === 'string');
}

const CONSTANTS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** What a cell means: numbers, true, false, null, lists and objects as JSON has them; otherwise it is a text. */
function valueOf(cell: string): unknown {
  if (Object.hasOwn(CONSTANTS, cell)) return CONSTANTS[cell];
  const number = Number(cell);
  if (Number.isFinite(number) && String(number) === cell) return number;
  if (!/^[[{]/.test(cell)) return unmarked(cell);
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return cell;
  }
}
