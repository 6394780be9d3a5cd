import { DeletedAccount, FoundPerson, PersonExport, type PersonQuery } from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';

/** What is kept of people, for themselves and for the operators they ask. */
export interface PersonCalls {
  /** Everything that is kept of the person whose session it is. */
  exportMe(options?: CallOptions): Promise<PersonExport>;
  /** Needs the root token, as do the two that follow. */
  findPerson(query: PersonQuery, options?: CallOptions): Promise<FoundPerson>;
  exportPerson(id: string, options?: CallOptions): Promise<PersonExport>;
  /** Deletes the account, and everything else that is kept of the person. */
  deletePerson(id: string, options?: CallOptions): Promise<DeletedAccount>;
}

export function personCalls({ ask, get }: Transport): PersonCalls {
  const people = '/v1/admin/people';
  return {
    exportMe: (options) =>
      ask({ method: 'GET', path: '/v1/me/export', options, asPerson: true }, PersonExport),
    findPerson: (query, options) => get(people, FoundPerson, options, query),
    exportPerson: (id, options) => get(path`/v1/admin/people/${id}/export`, PersonExport, options),
    deletePerson: (id, options) =>
      ask({ method: 'DELETE', path: path`/v1/admin/people/${id}`, options }, DeletedAccount),
  };
}
