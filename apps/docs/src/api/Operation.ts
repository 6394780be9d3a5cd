import type { Body, OpenApi, Parameter, Reference, Response } from './OpenApi.types.ts';

/** An operation of the API. */
export interface Operation {
  /** Its anchor on the page. */
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** The accepted security schemes, `token` or `session`; empty for public operations. */
  security: string[];
  parameters: Parameter[];
  body: Body | undefined;
  responses: [status: string, response: Response][];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** All operations of a document, in its order. */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, described]) =>
    METHODS.flatMap((method) => {
      const operation = described[method];
      if (!operation) return [];
      const found: Operation = {
        id: `${method}${path.replaceAll(/[^\w.]+/g, '-')}`.replace(/-$/, ''),
        method: method.toUpperCase(),
        path,
        tag: operation.tags?.[0] ?? '',
        summary: operation.summary ?? path,
        description: operation.description ?? '',
        security: (operation.security ?? []).flatMap((each) => Object.keys(each)),
        parameters: (operation.parameters ?? []).map((each) => resolve(document, each)),
        body: operation.requestBody && resolve(document, operation.requestBody),
        responses: Object.entries(operation.responses ?? {}).map(([status, each]) => [
          status,
          resolve(document, each),
        ]),
      };
      return [found];
    }),
  );
}

/** A node, or the target of its `$ref`. */
export function resolve<Node extends object>(document: OpenApi, node: Node | Reference): Node {
  if (!('$ref' in node) || node.$ref === undefined) return node as Node;
  const parts = node.$ref.replace(/^#\//, '').split('/');
  return parts.reduce<unknown>(
    (place, part) => (place as Record<string, unknown>)[part],
    document,
  ) as Node;
}
