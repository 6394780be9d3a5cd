import { TokenRequest } from '@host/contracts';
import * as z from 'zod/mini';

import type { GroupRule } from '../operations/console/oidc/GroupRule.types.ts';
import type { ConsoleOidcConfig } from '../people/issuer/OidcConfig.types.ts';
import type { EnvironmentReader } from './EnvironmentReader.ts';
import { issuerProblem } from './issuerProblem.ts';

const ISSUER = 'CONSOLE_OIDC_ISSUER';
const NEEDED = ['CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_ROLES'];

/** The provider that people sign in to the console with, and what their groups may do. */
export function readConsoleOidc(env: EnvironmentReader): ConsoleOidcConfig | undefined {
  for (const name of NEEDED) env.requireBoth(ISSUER, name);
  const issuer = env.check(ISSUER, issuerProblem);
  const clientId = env.text('CONSOLE_OIDC_CLIENT_ID');
  const roles = env.check('CONSOLE_OIDC_ROLES', (text) => {
    const parsed = parseRules(text);
    return typeof parsed === 'string' ? parsed : undefined;
  });
  const clientSecret = env.text('CONSOLE_OIDC_CLIENT_SECRET');
  const scope = env.text('CONSOLE_OIDC_SCOPE') ?? 'openid profile';
  const groupsClaim = env.text('CONSOLE_OIDC_GROUPS_CLAIM') ?? 'groups';
  const rules = roles === undefined ? undefined : parseRules(roles);
  if (issuer === undefined || clientId === undefined || rules === undefined) return undefined;
  if (typeof rules === 'string') return undefined;
  return { issuer, clientId, clientSecret, scope, groupsClaim, rules };
}

/** `admin=Platform Ops; releaser@com.acme.orders=orders team`, or what is wrong with it. */
export function parseRules(text: string): GroupRule[] | string {
  const rules: GroupRule[] = [];
  for (const piece of text.split(';').map((each) => each.trim())) {
    if (piece === '') continue;
    const [, role, reach, group] = /^([a-z]+)(?:@([^=]+))?=(.+)$/.exec(piece) ?? [];
    if (role === undefined || group === undefined) {
      return `has "${piece}", which is no role=group such as admin=operators`;
    }
    const named = reach?.split('+').map((each) => each.trim());
    // The ids of mini-apps have dots, those of publishers have none.
    const publisher = named?.length === 1 && !named[0]!.includes('.') ? named[0] : undefined;
    const wanted = {
      role,
      ...(publisher !== undefined && { publisher }),
      ...(named && publisher === undefined && { apps: named }),
    };
    const checked = z.safeParse(TokenRequest, { ...wanted, name: 'group', expiresInSeconds: 1 });
    if (!checked.success) return `has "${piece}": ${checked.error.issues[0]!.message}`;
    rules.push({ ...wanted, role: checked.data.role!, group: group.trim() });
  }
  return rules.length > 0 ? rules : 'must have at least one role=group such as admin=operators';
}
