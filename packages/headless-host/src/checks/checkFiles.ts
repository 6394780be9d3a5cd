import type { Artifact } from '../artifact/Artifact.types.ts';
import type { RunError } from '../report/Report.types.ts';

const EXPOSE = './App';

/** Finds files that are listed in the federation manifest but missing in the folder. */
export function checkFiles({ federation, files }: Artifact): RunError[] {
  const exposed = federation.exposes.find(({ path, name }) => path === EXPOSE || name === 'App');
  if (!exposed) return [problem(`The container does not expose ${EXPOSE}.`)];
  const named = [
    federation.metaData.remoteEntry.name,
    ...(exposed.assets?.js?.sync ?? []),
    ...(exposed.assets?.js?.async ?? []),
  ];
  return named
    .filter((file) => !files.includes(file))
    .map((file) => problem(`mf-manifest.json names ${file}, and there is no such file.`));
}

function problem(message: string): RunError {
  return { kind: 'load', message };
}
