import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import { matchesEtag } from '../headers/matchesEtag.ts';
import { toApiError } from '../toApiError.ts';
import { describeVersion, distTags, packument, tarballName } from './packument.ts';
import type { PackageFolder } from './PackageFolder.ts';
import type { Packages, PackageVersion } from './readPackages.ts';

/** Where the registry is, below the address of the server. */
const PREFIX = '/npm/';
const INSTALL_TYPE = 'application/vnd.npm.install-v1+json';
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Where npm asks for security advisories; the body lists the installed packages. */
const ADVISORIES = /^-\/npm\/v1\/security\/(?:advisories\/bulk|audits(?:\/quick)?)$/;

/** The URL of a server's registry. */
export function registryAt(baseUrl: string): string {
  return `${baseUrl}${PREFIX}`;
}

/**
 * A read-only registry from which npm, pnpm and Yarn install our packages: public, and answered from memory. Its URLs come
 * from the configuration and not from the `Host` header, which a caller could forge.
 */
export function npmRoutes(scope: FastifyInstance, folder: PackageFolder): void {
  const { registryUrl } = folder;
  scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  // Bodies are never parsed, whatever their type: a write is refused because of its method and not because of its body.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));

  scope.route({
    method: ['GET', 'HEAD'],
    url: `${PREFIX}*`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = (request.params as { '*': string })['*'];
      if (path === '-/ping') return sendJson(request, reply, {});
      return answer(request, reply, path, await folder.packages());
    },
  });
  scope.route({
    method: [...WRITES],
    url: `${PREFIX}*`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = (request.params as { '*': string })['*'];
      if (request.method === 'POST' && ADVISORIES.test(path)) return sendJson(request, reply, {});
      return reply
        .code(405)
        .headers({ allow: 'GET, HEAD', 'cache-control': 'no-store' })
        .send({ error: 'This registry is read-only: it has what this server was built with.' });
    },
  });

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    packages: Packages,
  ): FastifyReply {
    const [, tagsOf] = /^-\/package\/(.+)\/dist-tags$/.exec(path) ?? [];
    if (tagsOf !== undefined) return sendJson(request, reply, distTags(find(packages, tagsOf)));
    const [, name = '', rest] = /^(@[^/]+\/[^/]+|[^@/][^/]*)(?:\/(.*))?$/.exec(path) ?? [];
    const versions = find(packages, name);
    if (rest === undefined) {
      const form = request.headers.accept?.includes(INSTALL_TYPE) ? 'install' : 'full';
      const type = form === 'install' ? INSTALL_TYPE : 'application/json';
      return sendJson(request, reply, packument(versions, registryUrl, form), type);
    }
    if (rest.startsWith('-/')) {
      const file = rest.slice(2);
      const found = [...versions.values()].find((each) => tarballName(each.manifest) === file);
      if (!found) throw new ApiError('not-found', `${name} has no archive ${file}.`);
      return sendTarball(request, reply, found);
    }
    const version = versions.get(rest === 'latest' ? distTags(versions).latest : rest);
    if (!version) throw new ApiError('not-found', `${name} has no version or tag ${rest}.`);
    return sendJson(request, reply, describeVersion(version, registryUrl, 'full'));
  }

  function find(packages: Packages, name: string): ReadonlyMap<string, PackageVersion> {
    const versions = packages.get(name);
    if (versions) return versions;
    const scopes = [...new Set([...packages.keys()].map((each) => each.split('/')[0]))];
    const hint = scopes.map((each) => `${each}:registry=${registryUrl}`).join(', ');
    throw new ApiError(
      'not-found',
      `There is no package ${name} here. ${hint ? `Use this registry for its own scope alone: ${hint}` : 'No package is packed yet.'}`,
    );
  }
}

function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  type = 'application/json',
): FastifyReply {
  const content = Buffer.from(JSON.stringify(body));
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  // The packages of a checkout change without a new version, and npm with --prefer-offline would not revalidate.
  void reply.headers({ 'cache-control': 'no-store', vary: 'accept' });
  return send(request, reply, { content, bytes: content.length, digest, type });
}

function sendTarball(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, bytes, shasum: digest }: PackageVersion,
): FastifyReply {
  // Packages of a checkout change without a new version, so caches must revalidate. Clients find what they have by digest.
  void reply.header('cache-control', 'public, no-cache');
  return send(request, reply, { content, bytes, digest, type: 'application/octet-stream' });
}

function send(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  {
    content,
    bytes,
    digest,
    type,
  }: { content: PackageVersion['content']; bytes: number; digest: string; type: string },
): FastifyReply {
  const etag = `"${digest}"`;
  void reply.header('etag', etag);
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send();
  void reply.headers({ 'content-type': type, 'content-length': bytes });
  if (method === 'HEAD') return reply.send();
  return reply.send(Buffer.isBuffer(content) ? content : createReadStream(content.file));
}

/** Answers errors in the form that npm clients show. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toApiError(error);
  if (!known) request.log.error({ reqId: request.id, err: error }, 'unexpected error');
  const { status, message, retryAfterSeconds } =
    known ?? new ApiError('internal-error', 'See the log of the server.');
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(status).header('cache-control', 'no-store').send({ error: message });
}
