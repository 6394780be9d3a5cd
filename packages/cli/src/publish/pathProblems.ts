import { usualPaths } from '@host/contracts';

/** Something that keeps a mini-app from its data, and how to mend it. */
export interface PathProblem {
  message: string;
  fix: string;
}

/** What is wrong between the paths that a mini-app calls and the one that it has on the server. */
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

/** The path that a mini-app would have is another's; undefined where it has it, or chose one that is nothing like it. */
export function takenPath(appId: string, path: string): PathProblem | undefined {
  const [usual, ...next] = usualPaths(appId);
  if (usual === undefined || !next.includes(path)) return undefined;
  return {
    message: `Its path is /${path}/: another mini-app had /${usual}/ first.`,
    fix: 'Call that path in the sources, or choose another free one with `miniapp data path <path>`.',
  };
}

/** Everything that the mini-app could get by itself belongs to others. */
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
