import { ROLES, type Role, RoleTable } from '@host/contracts';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { CheckedAction } from './adminAuth.ts';

const NAMES = Object.keys(ROLES) as Role[];

/** Lists what each role may do, derived from the actual checks, so that it cannot be outdated. */
export function roleRoute(
  app: TypedApp,
  { actions }: { actions: () => readonly CheckedAction[] },
): void {
  app.get(
    '/roles',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['tokens'],
        security: [{ token: [] }],
        summary: 'Read what each role may do',
        description:
          'Every role with its scopes, and every action of the admin API with the scopes of which one is enough, and the roles that have one of them. Scope: `read`.',
        response: { 200: RoleTable },
      },
    },
    async () => ({
      roles: NAMES.map((role) => ({ role, scopes: [...ROLES[role]] })),
      actions: actions().map(({ scopes, ...action }) => ({
        ...action,
        scopes: [...scopes],
        roles: NAMES.filter((role) => ROLES[role].some((scope) => scopes.includes(scope))),
      })),
    }),
  );
}
