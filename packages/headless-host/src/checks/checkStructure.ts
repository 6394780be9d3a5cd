import { sharedVersionsOn } from '@host/contracts/shared-modules';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { readArtifact } from '../artifact/readArtifact.ts';
import { BASE_URL, type Program, hostFile } from '../engines/Program.ts';
import { v8Engine } from '../engines/v8/v8Engine.ts';
import { DEFAULT_LIMITS, type Limits } from '../Limits.ts';
import { createSummary } from '../report/createSummary.ts';
import type { RunError } from '../report/Report.types.ts';
import { Transcript } from '../report/Transcript.ts';
import type { WireStep } from '../runtime/wire.types.ts';
import { checkFiles } from './checkFiles.ts';
import { checkShared } from './checkShared.ts';

/** Says whether a host can open a build. */
export interface StructureReport {
  ok: boolean;
  errors: RunError[];
}

const APP = 'app';

/**
 * Opens a build's container as a host does, with React and stubs of the other shared modules. It checks that all files exist,
 * that it loads, that the default export is a component, and that the host provides what it needs. Nothing is rendered, so
 * it takes a tenth of a second.
 *
 * @example
 * const { ok, errors } = await checkStructure('build/ios');
 */
export async function checkStructure(
  dir: string,
  options: {
    platform?: NativePlatform;
    limits?: Partial<Limits>;
    /** Additional modules that the intended hosts share, with their versions. */
    hostModules?: Readonly<Record<string, string>>;
  } = {},
): Promise<StructureReport> {
  const { platform = 'ios', hostModules = {} } = options;
  const artifact = readArtifact(dir, options.platform);
  const { federation } = artifact;
  const provided: Record<string, string> = { ...hostModules, ...sharedVersionsOn(platform) };
  const problems = [
    ...checkFiles(artifact),
    ...checkShared(artifact.folder, platform, hostModules),
  ];
  if (problems.length > 0) return { ok: false, errors: problems };

  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const program: Program = {
    platform,
    limits,
    runtimeFile: hostFile('structure.bundle'),
    hostFile: undefined,
    miniApps: {},
    files: Object.fromEntries(
      artifact.files.map((file) => [`${BASE_URL}${APP}/${file}`, `${artifact.folder}/${file}`]),
    ),
  };
  const steps: WireStep[] = [
    {
      do: 'checkContainer',
      app: APP,
      baseUrl: `${BASE_URL}${APP}/`,
      containerFile: federation.metaData.remoteEntry.name,
      globalName: federation.metaData.globalName ?? federation.name,
      shared: Object.fromEntries(
        (federation.shared ?? []).map(({ name, version }) => [
          name,
          provided[name] ?? version ?? '0.0.0',
        ]),
      ),
      loadMs: limits.loadMs,
    },
  ];
  const transcript = new Transcript();
  const ending = await v8Engine.run(program, steps, transcript.add);
  const { ok, errors } = createSummary({ engine: 'v8', program, steps, transcript, ending });
  return { ok, errors };
}
