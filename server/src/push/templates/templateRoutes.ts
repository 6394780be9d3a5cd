import { isDeepStrictEqual } from 'node:util';

import {
  LIMITS,
  type PushContent,
  PushTemplate,
  PushTemplateName,
  PushTemplateQuery,
  PushTemplateRequest,
  PushTemplates,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import type { Caller } from '../../operations/identity/Caller.ts';
import type { Database, Queries } from '../../storage/database/Database.types.ts';
import {
  type TemplateRow,
  countTemplates,
  countTemplatesOfApps,
  deleteTemplate,
  findTemplate,
  listTemplates,
  putTemplate,
  putTemplateIfStill,
} from './templateRows.ts';

const shared = { tags: ['push'], security: [{ token: [] }] };
const params = z.object({ name: PushTemplateName });

/** Templates: pushes that are written once and sent often, saved under a name, for the platform or for a mini-app. */
export function templateRoutes(
  app: TypedApp,
  { db, actions }: { db: Database; actions: AdminActions },
): void {
  app.get(
    '/push-templates',
    {
      config: { scope: 'push' },
      schema: {
        ...shared,
        summary: 'List the templates of pushes',
        description:
          'Those of the platform, then those of mini-apps. A token that is restricted to mini-apps sees these only. Scope: `push`.',
        response: { 200: PushTemplates },
      },
    },
    async ({ caller: { apps } }) => {
      const rows = await listTemplates(db);
      return { items: rows.filter(({ app_id }) => !apps || apps.includes(app_id)).map(toTemplate) };
    },
  );

  app.put(
    '/push-templates/:name',
    {
      config: { scope: 'push' },
      schema: {
        ...shared,
        summary: 'Save a template of a push',
        description: `In the place of one with the same name; with \`from\`, only of one that has that content still. There are at most ${LIMITS.pushTemplates} for the platform and ${LIMITS.pushTemplatesPerApp} for each mini-app, ${LIMITS.pushTemplatesOfApps} for all of these. Scope: \`push\`.`,
        params,
        querystring: PushTemplateQuery,
        body: PushTemplateRequest,
        response: { 200: PushTemplate },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const appId = await templateApp(request.caller, request.query.appId);
      requireListed(request.caller, appId);
      const action = { action: 'template.save', target: targetOf(appId, name) };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          const before = await findTemplate(tx, appId, name);
          const content = JSON.stringify(request.body.content);
          const { from } = request.body;
          refuseUnseen(name, from, before?.content, content);
          if (!before) await requireRoom(tx, appId);
          const template = { app_id: appId, name, content };
          if (from === undefined) await putTemplate(tx, template, Date.now());
          else if (!(await putTemplateIfStill(tx, before?.content, template, Date.now()))) {
            throw changedMeanwhile(name);
          }
          const row = (await findTemplate(tx, appId, name))!;
          const body = toTemplate(row);
          const change = changeOf(before && toTemplate(before), body);
          return { status: 200, body, details: { isNew: !before }, change };
        }),
      );
    },
  );

  app.delete(
    '/push-templates/:name',
    {
      config: { scope: 'push' },
      schema: {
        ...shared,
        summary: 'Delete a template of a push',
        description: 'What was sent with it stays. Scope: `push`.',
        params,
        querystring: PushTemplateQuery,
        response: { 200: PushTemplate },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const appId = await templateApp(request.caller, request.query.appId);
      const action = { action: 'template.delete', target: targetOf(appId, name) };
      return actions.perform(request, reply, action, (commit) =>
        commit(async (tx) => {
          const row = await findTemplate(tx, appId, name);
          if (!row) throw new ApiError('template-not-found', `There is no template ${name}.`);
          await deleteTemplate(tx, appId, name);
          const body = toTemplate(row);
          return { status: 200, body, details: {}, change: changeOf(body, undefined) };
        }),
      );
    },
  );
}

/** The mini-app of a template, which the caller must be allowed to change; empty for the platform. */
async function templateApp(caller: Caller, appId: string | undefined): Promise<string> {
  if (appId === undefined) caller.requireAllApps();
  else await caller.requireApp(appId);
  return appId ?? '';
}

/** Throws unless it is an existing mini-app of the caller: a publisher may create new ones, so their ids are unbounded. */
function requireListed({ apps }: Caller, appId: string): void {
  if (!apps || apps.includes(appId)) return;
  throw new ApiError('app-not-allowed', `The token has no mini-app ${appId}.`);
}

async function requireRoom(tx: Queries, appId: string): Promise<void> {
  const owner = appId === '' ? 'the platform' : appId;
  const max = appId === '' ? LIMITS.pushTemplates : LIMITS.pushTemplatesPerApp;
  if ((await countTemplates(tx, appId)) >= max) {
    throw new ApiError('too-many-templates', `There are ${max} for ${owner} already.`);
  }
  if (appId === '' || (await countTemplatesOfApps(tx)) < LIMITS.pushTemplatesOfApps) return;
  throw new ApiError(
    'too-many-templates',
    `There are ${LIMITS.pushTemplatesOfApps} for all mini-apps together already.`,
  );
}

/** Optimistic concurrency: refuses to replace a content that the caller has not seen, unless it is the same. */
function refuseUnseen(
  name: string,
  seen: PushContent | null | undefined,
  now: string | undefined,
  wanted: string,
): void {
  if (seen === undefined) return;
  const there: unknown = now === undefined ? null : JSON.parse(now);
  const isThere = (content: string) => isDeepStrictEqual(there, JSON.parse(content));
  if (isThere(JSON.stringify(seen)) || isThere(wanted)) return;
  if (now !== undefined) throw changedMeanwhile(name);
  throw new ApiError('template-conflict', `The template ${name} is not there any more.`);
}

function changedMeanwhile(name: string): ApiError {
  return new ApiError('template-conflict', `The template ${name} has another content by now.`);
}

function targetOf(appId: string, name: string): string {
  return appId === '' ? name : `${appId}/${name}`;
}

function toTemplate(row: TemplateRow): PushTemplate {
  return {
    name: row.name,
    ...(row.app_id !== '' && { appId: row.app_id }),
    content: JSON.parse(row.content) as PushContent,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
