import type { AdminTokens } from '../identity/adminTokens.ts';
import type { ConsoleGate } from './ConsoleGate.ts';
import type { ConsoleSessions } from './ConsoleSessions.ts';

/** The admin tokens, and the sessions that requests of the console have instead of one. */
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
