import { type ImportPlan, explainPut } from '../../documents/planImport.ts';
import type { ReadImport } from '../../documents/readImport.ts';
import { countOf } from '../../text/formatNumber.ts';
import { Notice } from '../Notice.tsx';
import { Table } from '../Table.tsx';

const MAX_SHOWN = 50;
/** Of a document as JSON. */
const MAX_CHARACTERS = 120;

/** What an import would do, row by row, what is refused first. */
export function ImportPreview({ read, plan }: { read: ReadImport; plan: ImportPlan }) {
  const { refused } = read;
  const [first] = refused;
  if (first && first.row === undefined) {
    return (
      <Notice tone="bad" live title="Nothing can be imported yet">
        {first.problem}
      </Notice>
    );
  }
  const rows = [
    ...refused.map(({ row, problem }) => ({
      row: row!,
      id: '',
      value: '',
      words: `Refused: ${problem}`,
    })),
    ...plan.puts.map((put) => ({
      row: put.row,
      id: put.document.id,
      value: shortened(JSON.stringify(put.document)),
      words: explainPut(put),
    })),
  ];
  return (
    <>
      <Notice
        tone={plan.problem !== undefined ? 'bad' : refused.length > 0 ? 'warn' : 'info'}
        live
        title={`${plan.added} new, ${plan.changed} changed, ${plan.unchanged} unchanged, ${refused.length} refused`}
      >
        {plan.problem}
        {refused.length > 0 &&
          ` ${countOf(refused.length, 'row')} ${refused.length === 1 ? 'is' : 'are'} left out.`}
      </Notice>
      {rows.length > 0 && (
        <Table
          label="What would happen"
          rows={rows.slice(0, MAX_SHOWN)}
          keyOf={({ row }) => row}
          columns={[
            { name: 'Row', number: true, cell: ({ row }) => row },
            { name: 'id', cell: ({ id }) => <code>{id}</code> },
            { name: 'What would happen', cell: ({ words }) => words },
            // A number and a text that looks like one differ here alone.
            { name: 'Document', cell: ({ value }) => <code>{value}</code> },
          ]}
        />
      )}
      {rows.length > MAX_SHOWN && <p>… and {countOf(rows.length - MAX_SHOWN, 'row')} more.</p>}
    </>
  );
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
