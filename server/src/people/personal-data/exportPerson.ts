import type { Queries } from '../../storage/database/Database.types.ts';
import type { Subject } from './PersonSection.types.ts';
import { PERSON_SECTIONS } from './personSections.ts';

/** Everything that the server stores about a person as one JSON document, in chunks: it may not fit into memory. */
export async function* exportPerson(db: Queries, subject: Subject): AsyncGenerator<string> {
  const head = { personId: subject.personId, exportedAt: new Date().toISOString() };
  yield JSON.stringify(head).slice(0, -1);
  for (const { name, rows } of PERSON_SECTIONS) {
    yield `,${JSON.stringify(name)}:[`;
    let isFirst = true;
    for await (const row of rows(db, subject)) {
      yield `${isFirst ? '' : ','}${JSON.stringify(row)}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}\n';
}
