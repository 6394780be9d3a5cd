import { CollectionName, DocumentId, LIMITS, MiniAppPath, PageQuery } from '@host/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { bearerIn } from '../../http/headers/bearerIn.ts';
import { readyAnswer, sendReady } from '../../http/headers/ReadyAnswer.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { type PathOwner, findPathOwner } from '../records/pathRows.ts';
import { noCollection } from './changeCollection.ts';
import { type Reader, findCollection, findDocument } from './collectionRows.ts';
import { pageOfCollection, wholeCollection } from './readCollection.ts';
import type { UpstreamClient } from './upstream/createUpstreamClient.ts';
import { forwardToUpstream } from './upstream/forwardToUpstream.ts';
import type { UpstreamHealth } from './upstream/UpstreamHealth.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The mini-app whose path the address starts with; set on the routes of mini-apps alone. */
    pathOwner: PathOwner;
  }
}

/** The mini-app and the person of a mini-app's token. */
interface AppCaller {
  appId: string;
  openId: string;
}

/** Who a request is from, by its `Authorization` header; rejects with an ApiError when that is invalid. */
interface Callers {
  personOf(authorization: string | undefined): Promise<{ id: string } | undefined>;
  appCallerOf(authorization: string | undefined): Promise<AppCaller | undefined>;
  /** The id by which a mini-app knows a person. */
  openIdOf(personId: string, appId: string): string;
}

interface MiniAppDeps {
  db: Database;
  people: Callers;
  upstream: UpstreamClient;
  upstreamHealth: UpstreamHealth;
  /** Longer path segments are refused. */
  maxPathPartLength: number;
}

const URL_OF_MINI_APPS = '/:miniAppPath/*';
type Params = { miniAppPath: string; '*': string };

const SUMMARIES: readonly (readonly [HTTPMethods, string])[] = [
  ['GET', 'Read the data of a mini-app'],
  ['POST', 'Post to the back end of a mini-app'],
  ['PUT', 'Put something into the back end of a mini-app'],
  ['PATCH', 'Patch something in the back end of a mini-app'],
  ['DELETE', 'Delete something in the back end of a mini-app'],
];

const READING =
  '`/{path}/{collection}` is the collection as an array, with `limit` and `cursor` in parts that follow each other by `Link: rel="next"`; `/{path}/{collection}/{id}` is one document. Answers 304 to a matching `If-None-Match`. A private collection needs a session or the token of the mini-app, and shows the documents of that person and those for everybody. When the mini-app has a back end, the request goes there.';
const WRITING =
  'Goes to the back end that was named for the mini-app, with the token of the mini-app. Collections cannot be written here.';

/**
 * The routes of mini-apps, such as `GET /orders/items`. The first segment is looked up, so that paths can be added and
 * removed while the server runs. The server's own routes are more specific and win, and their first segments are reserved.
 */
export function miniAppRoutes(app: FastifyInstance, deps: MiniAppDeps): void {
  app.decorateRequest('pathOwner');
  // Back ends get the raw bytes: parsing would change numbers that JavaScript cannot represent.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  );

  for (const [method, summary] of SUMMARIES) {
    app.route({
      method,
      url: URL_OF_MINI_APPS,
      bodyLimit: LIMITS.upstreamRequestBytes,
      schema: {
        tags: ['data'],
        summary,
        description: method === 'GET' ? READING : WRITING,
        params: z.object({ miniAppPath: z.string(), '*': z.string() }),
      },
      // Before the body is read, which may be large.
      onRequest: (request, reply) => findOwner(deps, request, reply),
      handler: (request, reply) =>
        request.pathOwner.upstream === null
          ? sendData(deps, request, reply)
          : forward(deps, request.pathOwner.upstream, request, reply),
    });
  }
}

async function findOwner(
  { db, maxPathPartLength }: MiniAppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { miniAppPath, '*': rest } = request.params as Params;
  // The router also falls back to this route when a segment is too long for one of the server's own routes.
  if (rest.split('/').some((part) => part.length > maxPathPartLength)) {
    throw new ApiError(
      'invalid-path',
      `A part of a path has at most ${maxPathPartLength} characters.`,
    );
  }
  const isPath = z.safeParse(MiniAppPath, miniAppPath).success;
  const owner = isPath ? await findPathOwner(db, miniAppPath) : undefined;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!owner || (!isRead && owner.upstream === null)) {
    reply.callNotFound();
    return reply;
  }
  if (owner.suspended === 1) {
    throw new ApiError(
      'mini-program-suspended',
      owner.suspended_reason ?? `${owner.app_id} is suspended.`,
    );
  }
  request.pathOwner = owner;
  return undefined;
}

async function forward(
  { people, upstream, upstreamHealth }: MiniAppDeps,
  url: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { authorization } = request.headers;
  // Only the token of this mini-app is forwarded: with a session, its back end could act as the person.
  const caller = await people.appCallerOf(authorization);
  if (caller) requireSameApp(caller, request.pathOwner.app_id);
  const bearer = caller && bearerIn(authorization);
  const { app_id: appId } = request.pathOwner;
  const backEnd = { client: upstream, health: upstreamHealth, appId, url };
  return forwardToUpstream(backEnd, bearer, request, reply);
}

async function sendData(
  { db, people }: MiniAppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const appId = request.pathOwner.app_id;
  const [name = '', id, ...more] = (request.params as Params)['*'].split('/');
  const isName = z.safeParse(CollectionName, name).success;
  const collection = isName ? await findCollection(db, appId, name) : undefined;
  if (!collection || more.length > 0) throw noCollection(appId, name);
  let reader: Reader = { openId: null };
  if (collection.is_private === 1) {
    reader = await requireReader(people, request.headers.authorization, appId);
    void reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, origin');
  }

  if (id !== undefined) {
    const isId = z.safeParse(DocumentId, id).success;
    const document = isId ? await findDocument(db, appId, name, reader, id) : undefined;
    if (!document) throw new ApiError('document-not-found', `${name} has no document "${id}".`);
    return sendReady(request, reply, readyAnswer(document.body));
  }
  const query = pageQuery(request.query);
  if (query.limit === undefined && query.cursor === undefined) {
    return sendReady(request, reply, readyAnswer(await wholeCollection(db, appId, name, reader)));
  }
  const { body, nextCursor } = await pageOfCollection(db, appId, name, reader, query);
  if (nextCursor !== undefined) {
    const { miniAppPath } = request.params as Params;
    const next = new URLSearchParams({ limit: query.limit ?? '20', cursor: nextCursor });
    void reply.header('link', `</${miniAppPath}/${name}?${next.toString()}>; rel="next"`);
  }
  return sendReady(request, reply, readyAnswer(body));
}

/**
 * Admits the mini-app itself, and people who are signed in to the host. A mini-app's token exists only with the person's
 * consent, since what somebody may read reveals who they are. A session acts for the host, which knows the person anyway.
 */
async function requireReader(
  people: Callers,
  authorization: string | undefined,
  appId: string,
): Promise<Reader> {
  const caller = await people.appCallerOf(authorization).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  });
  if (caller) {
    requireSameApp(caller, appId);
    return { openId: caller.openId };
  }
  const person = await people.personOf(authorization);
  if (person) return { openId: people.openIdOf(person.id, appId) };
  throw new ApiError(
    'unauthorized',
    'This collection is private, and the request names no person: nobody is signed in to the host, or they have not agreed yet that this mini-app knows them, for which it calls requestLogin().',
  );
}

function requireSameApp(caller: AppCaller, appId: string): void {
  if (caller.appId === appId) return;
  throw new ApiError('app-not-allowed', `The token was made for ${caller.appId}.`);
}

// Checked here and not in the route's schema: requests that are forwarded to a back end may have any query.
function pageQuery(query: unknown): PageQuery {
  const parsed = z.safeParse(PageQuery, query);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, code, message }) => ({
    pointer: path.map((part) => `/${String(part)}`).join(''),
    code: code ?? 'custom',
    detail: message,
  }));
  throw new ApiError('invalid-query', errors[0]?.detail ?? 'The query does not fit.', { errors });
}
