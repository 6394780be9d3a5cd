import { say } from './say.mjs';

/** Builds the `miniapp` CLI, unless tests have already built it, since other processes may be using it. */
export async function buildCommand() {
  if (process.env.TOOLS === 'built') return;
  say('building the miniapp command and the host that it checks with: a minute or so, once');
  const { buildTools } = await import('../build-tools.mjs');
  await buildTools();
}
