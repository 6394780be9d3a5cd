import type { FastifyReply, FastifyRequest } from 'fastify';

import { chooseEncoding } from '../headers/chooseEncoding.ts';
import { matchesEtag } from '../headers/matchesEtag.ts';
import type { WebAppFile } from './readWebApp.ts';

/** Sends a file of a built web app in the smallest form that the browser takes, or 304 when it has it. */
export function sendWebAppFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebAppFile,
): FastifyReply {
  const { content, encodings, contentType, isImmutable } = file;
  const encoding = chooseEncoding(request.headers['accept-encoding'], {
    ...(encodings.br && { br: encodings.br.length }),
    ...(encodings.gzip && { gzip: encodings.gzip.length }),
  });
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
  void reply.headers({
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-type': contentType,
    vary: 'accept-encoding',
    etag,
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding) void reply.header('content-encoding', encoding);
  return reply.send(encoding ? encodings[encoding] : content);
}
