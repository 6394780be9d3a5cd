import { usualPaths } from '@host/contracts';

/** A problem that keeps a mini-app from its data, and how to fix it. */
export interface PathProblem {
  message: string;
  fix: string;
}

/** The mismatches between the paths that a mini-app calls and the one that it has on the server. */
export function pathProblems(
  appId: string,
  path: string | undefined,
  called: readonly string[],
): PathProblem[] {
  if (path === undefined) return called.length === 0 ? [] : [noPath(appId)];
  const others = called.filter((each) => each !== path);
  if (others.length === 0) return [];
  const [usual = ''] = usualPaths(appId);
  const why = others.includes(usual)
    ? ` Another mini-app has /${usual}/ there.`
    : ' A mini-app reaches its own path and no other.';
  return [
    {
      message: `It calls /${others.join('/, /')}/, and its path on the server is /${path}/: those calls will fail.${why}`,
      fix: `Call /${path}/ in the sources and in fixtures.json, or choose another free path with \`miniapp data path <path>\` once it is published.`,
    },
  ];
}

/** The problem if another mini-app has the default path; undefined if this one has it, or chose a path of its own. */
export function takenPath(appId: string, path: string): PathProblem | undefined {
  const [usual, ...next] = usualPaths(appId);
  if (usual === undefined || !next.includes(path)) return undefined;
  return {
    message: `Its path is /${path}/: another mini-app had /${usual}/ first.`,
    fix: 'Call that path in the sources, or choose another free one with `miniapp data path <path>`.',
  };
}

/** The problem if all default paths of the mini-app are taken. */
export function noPath(appId: string): PathProblem {
  return {
    message: `${appId} has no path, so its data can be read by nobody: others have ${usualPaths(
      appId,
    )
      .map((path) => `/${path}/`)
      .join(', ')}.`,
    fix: 'Choose a path with `miniapp data path <path>`, and call it in the sources.',
  };
}
