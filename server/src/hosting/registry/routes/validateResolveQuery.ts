import { ResolveQuery } from '@host/contracts';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';

const MAX_KINDS = 1000;

type RoutePart = Parameters<typeof validatorCompiler>[0];

/**
 * Validates a host's query. Hosts of one kind send the same query except for their installId, so the result is cached
 * by the rest. The id of the mini-app is validated by the handler, and only if it is not in memory.
 */
export function validateResolveQuery(part: RoutePart): ReturnType<typeof validatorCompiler> {
  if (part.httpPart === 'params') return (value: unknown) => ({ value });
  const validate = validatorCompiler(part);
  const rightOnce = new LRUCache<string, true>({ max: MAX_KINDS });
  return (value: Record<string, unknown>) => {
    const { installId, ...kind } = value;
    // JSON, so that the key is unambiguous whatever characters names and values contain.
    const key = JSON.stringify(kind);
    if (rightOnce.has(key)) {
      if (z.safeParse(ResolveQuery.shape.installId, installId).success) return { value };
    }
    const result = validate(value) as { error?: Error };
    if (!result.error) rightOnce.set(key, true);
    return result;
  };
}
