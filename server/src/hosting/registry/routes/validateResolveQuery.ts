import { ResolveQuery } from '@host/contracts';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';

const MAX_KINDS = 1000;

type RoutePart = Parameters<typeof validatorCompiler>[0];

/**
 * Checks what a host asks. Hosts of one kind ask the same but for their installId: what was found right once is not taken
 * apart again. The id of the mini-app is checked only when it is not in memory, by the handler.
 */
export function validateResolveQuery(part: RoutePart): ReturnType<typeof validatorCompiler> {
  if (part.httpPart === 'params') return (value: unknown) => ({ value });
  const validate = validatorCompiler(part);
  const rightOnce = new LRUCache<string, true>({ max: MAX_KINDS });
  return (value: Record<string, unknown>) => {
    const { installId, ...kind } = value;
    // As JSON, in which nothing else reads alike: a name or a value may have any character.
    const key = JSON.stringify(kind);
    if (rightOnce.has(key)) {
      if (z.safeParse(ResolveQuery.shape.installId, installId).success) return { value };
    }
    const result = validate(value) as { error?: Error };
    if (!result.error) rightOnce.set(key, true);
    return result;
  };
}
