import { describe, expect, it } from 'vitest';

import { frameworkViolations } from './frameworkViolations.ts';

const violationsIn = (path: string, text: string) =>
  frameworkViolations([{ path: `src/${path}`, text }], ['operations/actions/AdminActions.ts']);

describe('the rule that use cases know no requests of Fastify', () => {
  it.each([
    [`import type { FastifyRequest } from 'fastify';`, 'FastifyRequest'],
    [`import type {\n  FastifyBaseLogger,\n  FastifyReply,\n} from 'fastify';`, 'FastifyReply'],
    [`import Fastify, { type FastifyInstance } from 'fastify';`, 'FastifyInstance'],
  ])('finds %s', (line, name) => {
    expect(violationsIn('push/send/SendService.ts', line)).toEqual([
      `push/send/SendService.ts knows ${name} of Fastify: routes hand in what it needs.`,
    ]);
  });

  it('lets routes, what holds for all requests, tests and listed files know them', () => {
    const line = `import type { FastifyRequest } from 'fastify';`;
    const paths = [
      'push/send/sendRoutes.ts',
      'overview/systemRoute.ts',
      'http/log/requestLog.ts',
      'createApp.ts',
      'push/send/a.test.ts',
      'operations/actions/AdminActions.ts',
    ];
    expect(paths.flatMap((path) => violationsIn(path, line))).toEqual([]);
  });

  it('lets everybody write to the log', () => {
    const line = `import type { FastifyBaseLogger } from 'fastify';`;
    expect(violationsIn('push/live/Hub.ts', line)).toEqual([]);
  });
});
