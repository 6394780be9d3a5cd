import type { OpenAPIV3_1 } from 'openapi-types';

const PROBLEM: OpenAPIV3_1.ResponseObject = {
  description: 'An error; `code` says which.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const IDEMPOTENCY_KEY: OpenAPIV3_1.ParameterObject = {
  in: 'header',
  name: 'Idempotency-Key',
  description: 'The same key with the same request gives the same answer and has one effect.',
  schema: { type: 'string', maxLength: 255 },
  example: 'b5a4c1de-release-1.4.0',
};

const FILE: OpenAPIV3_1.RequestBodyObject = {
  required: true,
  description: 'The file itself.',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

interface Operation {
  parameters?: object[];
  requestBody?: object;
  responses?: object;
}

/** Adds what many routes share and no route's schema contains: errors, Idempotency-Key, the bodies of uploads. */
export function completeDocument<Document extends { paths?: object }>(
  document: Document,
): Document {
  const paths = Object.entries((document.paths ?? {}) as Record<string, Record<string, Operation>>);
  for (const [path, operations] of paths) {
    const isAdmin = path.startsWith('/v1/admin/');
    for (const [method, operation] of Object.entries(operations)) {
      if (path.startsWith('/v1/')) {
        operation.responses = { ...operation.responses, default: PROBLEM };
      }
      if (isAdmin && method === 'post') {
        operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
      }
      if (isAdmin && method === 'put') operation.requestBody ??= FILE;
    }
  }
  return document;
}
