import type { AdminTokens } from '../identity/adminTokens.ts';
import type { ConsoleGate } from './ConsoleGate.ts';
import type { ConsoleSessions } from './ConsoleSessions.ts';

/** Adds the sessions of the console, which its requests use in place of a token, to the admin tokens. */
export function withConsoleSessions(
  tokens: AdminTokens,
  { gate, sessions }: { gate: ConsoleGate; sessions: ConsoleSessions },
): AdminTokens {
  return {
    ...tokens,
    async authenticate(bearer) {
      const secret = gate.secretOf(bearer);
      return secret === undefined
        ? tokens.authenticate(bearer)
        : (await sessions.authenticate(secret)).caller;
    },
  };
}
