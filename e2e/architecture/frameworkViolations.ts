import { isTestCode } from './importGraph.ts';
import type { SourceFile } from './WorkspacePackage.ts';

/** Named imports from Fastify, of types and values. */
const IMPORT = /import (?:type )?(?:\w+, )?(?:\{([^}]*)\}|\w+) from 'fastify'/g;

/** Allowed: a structural type, which any logger with these methods satisfies. */
const LOGGER = 'FastifyBaseLogger';

/** Files that handle requests: routes, HTTP plumbing, and the composition root. */
const OF_REQUESTS = /^(?:http\/.*|[^/]+|.*Routes?\.ts)$/;

/** Every other file of the server that depends on Fastify, one sentence each, besides those that may. */
export function frameworkViolations(
  sources: readonly SourceFile[],
  allowed: readonly string[],
): string[] {
  return sources.flatMap(({ path, text }) => {
    const [, file] = /^src\/(.*)$/.exec(path) ?? [];
    if (file === undefined || isTestCode(file) || OF_REQUESTS.test(file)) return [];
    if (allowed.includes(file)) return [];
    const names = Array.from(text.matchAll(IMPORT), ([whole, named]) => named ?? whole)
      .flatMap((list) => list.split(','))
      .map((name) => name.replace(/\btype\b/, '').trim())
      .filter((name) => name !== '' && name !== LOGGER);
    return names.length > 0
      ? `${file} knows ${names.join(', ')} of Fastify: routes hand in what it needs.`
      : [];
  });
}
