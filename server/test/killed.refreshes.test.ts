import type { SessionTokens } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { type StartedServer, useServer } from './testing/useServer.ts';

const PEOPLE = 8;
const ROUNDS = 3;

/** A person's session, with the refresh token that they have. */
interface Held {
  refreshToken: string;
  /** The token was sent, and no answer came. */
  isUnanswered: boolean;
}

describe('kill -9 during refreshes', () => {
  const built = useServer();

  it(
    'signs nobody out: who got no answer sends the same token again and goes on',
    { timeout: 120_000 },
    async () => {
      let server = await built.start(await built.newFolder());
      const held = await Promise.all(
        Array.from({ length: PEOPLE }, (_, index) => signIn(server, `ann${index}@example.com`)),
      );
      let unanswered = 0;
      for (let round = 0; round < ROUNDS; round++) {
        await refreshUntilKilled(server, held, PEOPLE * (round + 1.5));
        unanswered += held.filter(({ isUnanswered }) => isUnanswered).length;

        server = await server.restart();
        for (const one of held) {
          const again = await refresh(server, one.refreshToken);
          expect(again.status).toBe(200);
          one.refreshToken = again.refreshToken!;
          one.isUnanswered = false;
        }
      }
      // Otherwise every kill came when nothing was under way.
      expect(unanswered).toBeGreaterThan(0);
      await server.kill('SIGKILL');
    },
  );
});

/** Everybody refreshes again and again, until so many answers are there; then the process is killed. */
async function refreshUntilKilled(
  server: StartedServer,
  held: readonly Held[],
  answers: number,
): Promise<void> {
  let answered = 0;
  let killed: Promise<unknown> | undefined;
  await Promise.all(
    held.map(async (one) => {
      while (!killed) {
        one.isUnanswered = true;
        const answer = await refresh(server, one.refreshToken).catch(() => undefined);
        if (!answer) return;
        expect(answer.status).toBe(200);
        one.refreshToken = answer.refreshToken!;
        one.isUnanswered = false;
        if (++answered >= answers) killed ??= server.kill('SIGKILL');
      }
    }),
  );
  await killed;
}

async function signIn(server: StartedServer, email: string): Promise<Held> {
  const password = 'correct horse battery staple';
  const made = await post(server, '/v1/accounts', { email, password, name: 'Ann' });
  expect(made.status).toBe(201);
  const { refreshToken } = (await (
    await post(server, '/v1/sessions', { email, password })
  ).json()) as SessionTokens;
  return { refreshToken: refreshToken!, isUnanswered: false };
}

async function refresh(server: StartedServer, refreshToken: string) {
  const response = await post(server, '/v1/sessions/refresh', { refreshToken });
  const body = (await response.json()) as Partial<SessionTokens>;
  return { status: response.status, refreshToken: body.refreshToken };
}

function post(server: StartedServer, path: string, body: object): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
