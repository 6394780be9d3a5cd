import { join } from 'node:path';

import type { Manifest } from '@host/contracts';
import type { EngineName, HostCall, NativePlatform, RunReport } from '@host/headless-host';

import type { Output } from '../../terminal/Output.ts';
import type { Finding } from '../Finding.types.ts';
import { buildHostModules } from './hostModules.ts';
import type { HeadlessHost } from './loadHeadlessHost.ts';
import { mergeFindings } from './mergeFindings.ts';
import { nativeCodeFix } from './nativeCodeFix.ts';
import { placeOf } from './placeOf.ts';
import { FIXTURES, type Fixtures } from './readFixtures.ts';

/** One execution of a mini-app: a build for a platform on a JavaScript engine. */
export interface EngineRun {
  platform: NativePlatform;
  engine: EngineName;
  ok: boolean;
  /** The texts on the screen at the end. */
  texts: string[];
  /** The calls that it made to its host. */
  calls: HostCall[];
  milliseconds: number;
}

/** Executes the builds of a project on both engines, or on the only available one. */
export async function checkRuns(
  { runScenario, whyNoHermes }: HeadlessHost,
  project: { root: string; manifest: Manifest; fixtures: Fixtures },
  platforms: readonly NativePlatform[],
  out: Output,
): Promise<{ runs: EngineRun[]; findings: Finding[] }> {
  const { root, manifest, fixtures } = project;
  const engines: EngineName[] = whyNoHermes() === undefined ? ['v8', 'hermes'] : ['v8'];
  const runs: EngineRun[] = [];
  const findings: Finding[] = [];
  for (const platform of platforms) {
    const hostModules = await buildHostModules(root, platform);
    for (const engine of engines) {
      const progress = out.progress(`Running ${platform} on ${ENGINE_NAMES[engine]}`);
      const report = await runScenario({
        dir: join(root, 'build', platform),
        platform,
        engine,
        manifest,
        ...fixtures,
        ...(hostModules !== undefined && { hostModules }),
      });
      progress.end();
      const { ok, texts, calls, timings } = report;
      runs.push({ platform, engine, ok, texts, calls, milliseconds: Math.round(timings.totalMs) });
      findings.push(...findingsOf(report, platform, engine));
    }
  }
  return { runs, findings: [...mergeFindings(findings), ...unansweredCalls(runs)] };
}

export const ENGINE_NAMES: Record<EngineName, string> = { v8: 'V8', hermes: 'Hermes' };

const KINDS: Record<string, string> = {
  load: 'It throws while it is loaded',
  render: 'It throws while it is drawn',
  uncaught: 'It throws',
  rejection: 'It leaves a rejected promise unhandled',
  step: 'A step of fixtures.json does not hold',
  'shared-version': 'A shared module does not fit',
};

function findingsOf(report: RunReport, platform: NativePlatform, engine: EngineName): Finding[] {
  const base = { check: 'run', platform, engine } as const;
  const errors = report.errors.map(({ kind, message, at, stack }): Finding => ({
    ...base,
    severity: 'error',
    code: `run-${kind}`,
    message: KINDS[kind] === undefined ? message : `${KINDS[kind]}: ${message}`,
    fix:
      nativeCodeFix(message, stack) ??
      (kind === 'step'
        ? 'Correct the step, or the mini-app.'
        : 'See it happen with `miniapp start`.'),
    ...placeOf(at),
  }));
  const warnings = report.warnings.map((message): Finding => ({
    ...base,
    severity: 'warning',
    code: 'run-warning',
    message,
    fix: 'See it happen with `miniapp start`.',
  }));
  if (!report.ok && errors.length === 0) {
    errors.push({
      ...base,
      severity: 'error',
      code: 'run-failed',
      message: 'It does not run.',
      fix: 'See it happen with `miniapp start`.',
    });
  }
  return [...errors, ...warnings];
}

function unansweredCalls(runs: readonly EngineRun[]): Finding[] {
  const unanswered = new Set(
    runs.flatMap(({ calls }) =>
      calls
        .filter((call) => call.service === 'api' && call.status === 404)
        .map((call) => (call.service === 'api' ? `${call.method} ${call.path}` : '')),
    ),
  );
  return [...unanswered].map((call) => ({
    check: 'run',
    severity: 'warning',
    code: 'api-unanswered',
    message: `It asks for ${call}, and ${FIXTURES} has no answer: only its error state was seen.`,
    fix: `Add "${call}" to "api" in ${FIXTURES}.`,
    file: FIXTURES,
  }));
}
