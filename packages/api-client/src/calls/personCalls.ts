import { DeletedAccount, FoundPerson, PersonExport, type PersonQuery } from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';

/** Personal data, for people themselves and for operators on their behalf. */
export interface PersonCalls {
  /** Exports all data about the person whose session it is. */
  exportMe(options?: CallOptions): Promise<PersonExport>;
  /** Finds a person. Needs the root token, as do the next two calls. */
  findPerson(query: PersonQuery, options?: CallOptions): Promise<FoundPerson>;
  exportPerson(id: string, options?: CallOptions): Promise<PersonExport>;
  /** Deletes the account and all other data about the person. */
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
