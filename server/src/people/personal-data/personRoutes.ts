import { Readable } from 'node:stream';

import { FoundPerson, DeletedAccount, PersonExport, PersonQuery } from '@host/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { SESSION_SECURITY } from '../sessionAuth.ts';
import { deletePersonIn } from './deletePerson.ts';
import { exportPerson } from './exportPerson.ts';
import { findPerson } from './findPerson.ts';
import type { PersonDeletions } from './PersonDeletions.ts';
import { personReference } from './personReference.ts';

interface PersonDeps {
  db: Database;
  openIdOf: (personId: string, appId: string) => string;
}

const EXPORT =
  'One JSON document with a list for every kind of data: account, sessions, consents, devices, topics, messages, notifications, documents that belong to the person, and so on. It is sent as it is read.';

/** Exporting one's own data. */
export function exportRoutes(app: TypedApp, deps: PersonDeps): void {
  app.get(
    '/v1/me/export',
    {
      schema: {
        tags: ['people'],
        security: SESSION_SECURITY,
        summary: 'Download everything that is kept of me',
        description: EXPORT,
        response: { 200: PersonExport },
      },
    },
    async ({ signedIn }, reply) => sendExport(deps, signedIn.person.id, reply),
  );
}

/** Exporting and deleting the data of a person on request: for the scope `admin` only. */
export function personAdminRoutes(
  app: TypedApp,
  deps: PersonDeps & { actions: AdminActions; deletions: PersonDeletions },
): void {
  const { db, actions, deletions, openIdOf } = deps;
  const shared = { tags: ['people'], security: [{ token: [] }] };
  const Person = z.object({ id: z.string() });
  const demand = async (id: string) => {
    if (await findPerson(db, { id }, openIdOf)) return;
    throw new ApiError('person-not-found', `Nobody has the id ${id}.`);
  };

  app.get(
    '/people',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Find a person',
        description:
          'By `id`, by `email`, or by the `openId` under which the mini-app `appId` knows them. Scope: `admin`.',
        querystring: PersonQuery,
        response: { 200: FoundPerson },
      },
    },
    async ({ query }, reply) => {
      const id = await findPerson(db, query, openIdOf);
      if (id === undefined) throw new ApiError('person-not-found', 'Nobody is known by that.');
      return reply.header('cache-control', 'no-store').send({ id });
    },
  );

  app.get(
    '/people/:id/export',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Export everything that is kept of a person',
        description: `${EXPORT} It is in the audit log. Scope: \`admin\`.`,
        params: Person,
        response: { 200: PersonExport },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await demand(id);
      await actions.note(request, { action: 'person.export', target: personReference(id) });
      return sendExport(deps, id, reply);
    },
  );

  app.delete(
    '/people/:id',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Delete a person',
        description:
          'Their account, and everything else that is kept of them. The audit log names them by a digest of their id. Scope: `admin`.',
        params: Person,
        response: { 200: DeletedAccount },
      },
    },
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const { id } = request.params;
      await demand(id);
      const name = { action: 'person.delete', target: personReference(id) };
      await actions.perform(request, reply, name, async (commit) => {
        const answer = await commit(async (tx) => {
          await deletePersonIn(tx, deletions, id);
          return { status: 200, body: { id } };
        });
        await deletions.finish(id);
        return answer;
      });
      return reply;
    },
  );
}

function sendExport({ db, openIdOf }: PersonDeps, personId: string, reply: FastifyReply) {
  const openIdIn = (appId: string) => openIdOf(personId, appId);
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment; filename="my-data.json"')
    .type('application/json; charset=utf-8')
    .send(Readable.from(exportPerson(db, { personId, openIdIn })));
}
