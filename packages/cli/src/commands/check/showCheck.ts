import type { CheckReport } from '../../check/checkProject.ts';
import type { CheckName, Finding } from '../../check/Finding.types.ts';
import { ENGINE_NAMES } from '../../check/run/checkRuns.ts';
import { formatBytes } from '../../terminal/formatBytes.ts';
import { formatDuration } from '../../terminal/formatDuration.ts';
import type { Output } from '../../terminal/Output.ts';
import { plural } from '../../terminal/plural.ts';

const NAME_WIDTH = 12;

/** Shows one line for a check, and its findings below. */
export function showCheck(out: Output, name: CheckName, report: CheckReport, budget: number): void {
  const findings = report.findings.filter(({ check }) => check === name);
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const { color } = out;
  const mark = hasErrors
    ? color.red('✖')
    : findings.length > 0
      ? color.yellow('!')
      : color.green('✔');
  const detail = hasErrors ? '' : detailOf(name, report, budget);
  out.line(`${mark} ${color.bold(name.padEnd(NAME_WIDTH))}${color.dim(detail)}`.trimEnd());
  for (const finding of findings) showFinding(out, finding);
}

function showFinding(out: Output, finding: Finding): void {
  const { color } = out;
  const { file, line, platform, engine, severity, message, fix } = finding;
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}`;
  const where = [place, platform, engine && ENGINE_NAMES[engine]].filter(Boolean).join(' ');
  const paint = severity === 'error' ? color.red : color.yellow;
  if (where !== '') out.line(`    ${color.cyan(where)}`);
  out.line(`    ${paint(severity)} ${message.replaceAll('\n', '\n      ')}`);
  out.line(`      ${color.dim(fix.replaceAll('\n', '\n      '))}`);
}

/** Shows the last line: whether it may be published. */
export function showVerdict(out: Output, { ok, findings, manifest, runs }: CheckReport): void {
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  out.line();
  const also = warnings === 0 ? '' : `, with ${plural(warnings, 'warning')}`;
  // Without ios and android it was only checked, and not executed.
  const verdict = ['ios', 'android'].every((name) => runs.some(({ platform }) => platform === name))
    ? 'can be published'
    : 'has no errors so far';
  if (ok) out.done(`${manifest?.name} ${manifest?.version} ${verdict}${also}`);
  else
    out.fail(
      `${plural(errors, 'error')}${warnings === 0 ? '' : ` and ${plural(warnings, 'warning')}`}`,
    );
}

function detailOf(name: CheckName, report: CheckReport, budget: number): string {
  const { manifest, builds, archives, runs, findings } = report;
  switch (name) {
    case 'manifest':
      return `${manifest?.appId} ${manifest?.version}`;
    case 'entry':
      return 'ToastProvider and an independent NavigationContainer';
    case 'permissions':
      return manifest?.permissions.join(', ') || 'none';
    case 'path':
      return report.path === undefined ? 'none' : `/${report.path}/`;
    case 'build':
      return builds
        .map(({ platform, milliseconds }) => `${platform} in ${formatDuration(milliseconds)}`)
        .join(', ');
    case 'size':
      return `${archives.map(({ platform, size }) => `${platform} ${formatBytes(size)}`).join(', ')} of ${formatBytes(budget)}`;
    case 'structure':
      return 'the container exposes ./App';
    case 'syntax':
      return findings.some(({ code }) => code === 'hermes-missing')
        ? 'not checked'
        : 'Hermes compiles every file';
    case 'run':
      return runs
        .map(
          ({ platform, engine, milliseconds }) =>
            `${platform} on ${ENGINE_NAMES[engine]} ${formatDuration(milliseconds)}`,
        )
        .join(', ');
    default:
      return '';
  }
}
