import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

import { ApiError } from '../../../errors/ApiError.ts';
import { chooseEncoding } from '../../../http/headers/chooseEncoding.ts';
import { matchesEtag } from '../../../http/headers/matchesEtag.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import type { ByteRange, ObjectStore } from '../../../storage/objects/ObjectStore.types.ts';
import { encodedKey } from '../../records/artifactKeys.ts';
import { type Artifact, findPublicArtifact } from '../../records/artifactRows.ts';
import { ContentCache } from './ContentCache.ts';
import { MemoryAnswers } from './MemoryAnswers.ts';
import { parseRange } from './parseRange.ts';

const MAX_KNOWN_ARTIFACTS = 50_000;

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // Somebody else's code on our origin: opened as a page it may do nothing.
  'content-security-policy': "default-src 'none'; sandbox",
};

/**
 * Serves artifacts of registered versions. They are immutable, so clients may cache them forever. Returns the answers
 * that can be sent again from memory.
 */
export function cdnRoutes(
  app: FastifyInstance,
  { db, objects }: { db: Database; objects: ObjectStore },
): MemoryAnswers {
  const contents = new ContentCache(objects);
  const memoryAnswers = new MemoryAnswers(contents);
  // Only public artifacts are remembered, and those are immutable: no entry can become stale.
  const known = new LRUCache<string, Artifact>({ max: MAX_KNOWN_ARTIFACTS });

  async function findArtifact(key: string): Promise<Artifact> {
    const artifact = await findPublicArtifact(db, key);
    if (!artifact) throw new ApiError('artifact-not-found', `There is no ${key}.`);
    known.set(key, artifact);
    return artifact;
  }

  // Answers at once when everything is in memory, which it nearly always is: promises would cost more than looking it up.
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    // Until the answer is known to be complete: a cache in front must not keep an error for a year.
    void reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
    const key = (request.params as { '*': string })['*'];
    const artifact = known.get(key);
    if (artifact) return answer(request, reply, artifact);
    return findArtifact(key).then((found) => answer(request, reply, found));
  };

  function answer(request: FastifyRequest, reply: FastifyReply, artifact: Artifact) {
    const encoding = chooseEncoding(request.headers['accept-encoding'], artifact.encodings);
    const size = encoding ? artifact.encodings[encoding]! : artifact.size;
    const etag = `"${artifact.sha256}${encoding ? `-${encoding}` : ''}"`;

    if (matchesEtag(request.headers['if-none-match'], etag)) {
      return describe(reply, artifact, etag).code(304).send();
    }
    const range = rangeOf(request, etag, size);
    if (range === 'unsatisfiable') {
      return reply.code(416).header('content-range', `bytes */${size}`).send();
    }
    const prepare = () => {
      describe(reply, artifact, etag);
      if (encoding) void reply.header('content-encoding', encoding);
      if (range) {
        void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
      }
      return reply.header('content-length', range ? range.end - range.start + 1 : size);
    };
    if (request.method === 'HEAD') return prepare().send();
    const source = encoding ? encodedKey(artifact, encoding) : artifact.key;
    const kept = contents.peek(source);
    if (!kept) return read(source, size, range).then((body) => prepare().send(body));
    prepare();
    if (!range) memoryAnswers.remember(request, reply, `/cdn/${artifact.key}`, source);
    return reply.send(part(kept, range));
  }

  async function read(key: string, size: number, range: ByteRange | undefined) {
    if (contents.keeps(size)) {
      const whole = await contents.load(key, size);
      if (whole) return part(whole, range);
    }
    const stream = await objects.read(key, range);
    if (!stream) throw new Error(`The object ${key} is registered and not in the object store`);
    return stream;
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/cdn/*',
    schema: {
      tags: ['artifacts'],
      summary: 'Fetch an artifact',
      description:
        'Artifacts of registered versions: `mini-apps/{appId}/{version}/ios.zip`, `android.zip`, `web.zip`, `mf-manifest.json`, the unpacked web archive below `web/`, and `icons/{file}`. Strong ETags, ranges, immutable caching, brotli and gzip.',
    },
    handler: handle,
  });
  return memoryAnswers;
}

function describe(reply: FastifyReply, artifact: Artifact, etag: string): FastifyReply {
  const { br, gzip } = artifact.encodings;
  if (br !== undefined || gzip !== undefined) void reply.header('vary', 'accept-encoding');
  return reply.headers(HEADERS).header('etag', etag).header('content-type', artifact.contentType);
}

function part(whole: Buffer, range: ByteRange | undefined): Buffer {
  return range ? whole.subarray(range.start, range.end + 1) : whole;
}

/** The part that is asked for. Ranges are defined for GET alone, and under If-Range for exactly these bytes. */
function rangeOf({ method, headers }: FastifyRequest, etag: string, size: number) {
  const holds = headers['if-range'] === undefined || headers['if-range'] === etag;
  return method === 'GET' && holds ? parseRange(headers.range, size) : undefined;
}
