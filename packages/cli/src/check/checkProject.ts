import { join } from 'node:path';

import type { Manifest, Platform, TokenAccess } from '@host/contracts';
import type { NativePlatform } from '@host/headless-host';

import { BuildError } from '../build/BuildError.ts';
import type { PlatformBuild } from '../build/buildPlatform.ts';
import { buildPlatforms } from '../build/buildPlatforms.ts';
import { compareFederationManifests } from '../build/compareFederationManifests.ts';
import type { Output } from '../terminal/Output.ts';
import { readManifestText } from '../project/MiniAppProject.ts';
import { fixtureData } from '../publish/fixtureData.ts';
import { type PackedArchive, packProject } from '../publish/packProject.ts';
import { pathProblems } from '../publish/pathProblems.ts';
import { checkSize } from './checkSize.ts';
import { checkSources } from './checkSources.ts';
import type { CheckName, Finding } from './Finding.types.ts';
import { checkManifest } from './manifest/checkManifest.ts';
import { checkArtifacts, checkSharedModules } from './run/checkArtifacts.ts';
import { type EngineRun, checkRuns } from './run/checkRuns.ts';
import { loadHeadlessHost } from './run/loadHeadlessHost.ts';
import { mergeFindings } from './run/mergeFindings.ts';
import { type Fixtures, readFixtures } from './run/readFixtures.ts';

/** The result of checking a project. */
export interface CheckReport {
  ok: boolean;
  manifest?: Manifest;
  /** The mini-app's path on the server, or the one it will get. */
  path?: string | undefined;
  /** The checks that were made, in their order. */
  checks: CheckName[];
  findings: Finding[];
  builds: PlatformBuild[];
  archives: PackedArchive[];
  runs: EngineRun[];
}

export interface CheckOptions {
  platforms: readonly Platform[];
  /** The size limit of each archive, in bytes. */
  budget: number;
  /** What the server knows of the mini-app: the path that it has there, or will get. */
  access?: Pick<TokenAccess, 'path'> | undefined;
}

/** Checks a project: first its sources, then its builds, then how these run. */
export async function checkProject(
  root: string,
  { platforms, budget, access }: CheckOptions,
  out: Output,
  onCheck: (name: CheckName, report: CheckReport) => void,
): Promise<CheckReport> {
  const report: CheckReport = {
    ok: true,
    checks: [],
    findings: [],
    builds: [],
    archives: [],
    runs: [],
  };
  const note = (name: CheckName, findings: readonly Finding[]) => {
    report.checks.push(name);
    report.findings.push(...findings);
    report.ok &&= findings.every(({ severity }) => severity !== 'error');
    onCheck(name, report);
  };

  const { manifest, findings } = checkManifest(await readManifestText(root));
  if (manifest) report.manifest = manifest;
  note('manifest', findings);
  if (!manifest) return report;
  const sources = await checkSources(root, manifest);
  note('entry', sources.entry);
  note('permissions', sources.permissions);
  const fixtures = await readFixtures(root);
  if ('severity' in fixtures) note('fixtures', [fixtures]);
  else if (access) {
    report.path = access.path;
    note('path', checkPath(manifest.appId, access.path, fixtures));
  }

  const buildFindings = await build(root, platforms, report, out);
  note('build', buildFindings);
  if (report.builds.length < platforms.length) return report;
  const outDir = join(root, 'node_modules/.cache/miniapp/packed');
  report.archives = await packProject(root, manifest, { platforms, outDir });
  note('size', checkSize(report.archives, budget));

  const native = platforms.filter((platform): platform is NativePlatform => platform !== 'web');
  const headlessHost = await loadHeadlessHost();
  const onWeb = platforms.includes('web')
    ? await checkSharedModules(headlessHost, root, 'web')
    : [];
  const { structure: ofNative, syntax } = await checkArtifacts(headlessHost, root, native, out);
  const structure = mergeFindings([...ofNative, ...onWeb]);
  note('structure', structure);
  if (native.length === 0) return report;
  note('syntax', syntax);
  const isLoadable = [...structure, ...syntax].every(({ severity }) => severity !== 'error');
  if (!isLoadable || 'severity' in fixtures) return report;
  const project = { root, manifest, fixtures };
  const { runs, findings: runFindings } = await checkRuns(headlessHost, project, native, out);
  report.runs = runs;
  note('run', runFindings);
  return report;
}

function checkPath(appId: string, path: string | undefined, { host }: Fixtures): Finding[] {
  return pathProblems(appId, path, fixtureData(host.api).paths).map(({ message, fix }) => ({
    check: 'path',
    severity: 'warning',
    code: 'path-differs',
    message,
    fix,
  }));
}

async function build(
  root: string,
  platforms: readonly Platform[],
  report: CheckReport,
  out: Output,
): Promise<Finding[]> {
  const base = { check: 'build', severity: 'error', code: 'build-failed' } as const;
  try {
    report.builds = await buildPlatforms(root, platforms, out);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return error.problems.map(({ file, line, message, frame }) => ({
      ...base,
      message: frame === undefined ? message : `${message}\n${frame}`,
      fix: 'Correct it there.',
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
    }));
  }
  const differences = await compareFederationManifests(root, platforms);
  if (differences.length === 0) return [];
  return [
    {
      ...base,
      severity: 'warning',
      code: 'manifests-differ',
      message: `The federation manifests of ios and android differ:\n${differences.join('\n')}`,
      fix: 'One of them is published for both. Import the same modules on both platforms.',
    },
  ];
}
