import type { Finding } from '@host/contracts';

import type { Config } from '../../config/Config.types.ts';
import { ConfigError } from '../../errors/ConfigError.ts';
import { UsageError } from '../../errors/UsageError.ts';
import { parseArguments } from '../parseArguments.ts';
import { examine } from './examine.ts';

const DOCTOR_HELP = `doctor [--json]

Looks at the configuration and at everything that it names, with the environment and as the user of the server: secrets,
database, objects, bus, addresses, clock. It changes nothing, but for an object that it writes and deletes. Run it before
the first start, and when something does not work.
  --json   says the same for programs
It ends with 0 when nothing failed, and with 1 otherwise; warnings do not count.

Examples
  host-server doctor
  host-server doctor --json
`;

/** Runs the command `doctor`. Returns the report, and 1 as exit code when something failed. */
export async function doctorCommand(
  readConfig: () => Config,
  args: readonly string[],
): Promise<string | { text: string; exitCode: number }> {
  const { word, options, isHelp } = parseArguments(args, {
    command: 'doctor',
    known: ['--json'],
    help: DOCTOR_HELP,
  });
  if (isHelp) return DOCTOR_HELP;
  if (word !== undefined) throw new UsageError(`doctor: "${word}" is too much.`, DOCTOR_HELP);
  const findings = await examineOrSay(readConfig);
  const isWell = findings.every(({ status }) => status !== 'failed');
  const text = options.has('--json')
    ? `${JSON.stringify({ ok: isWell, findings }, null, 2)}\n`
    : reportOf(findings);
  return { text, exitCode: isWell ? 0 : 1 };
}

async function examineOrSay(readConfig: () => Config): Promise<Finding[]> {
  try {
    return await examine(readConfig());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const cure = 'Correct it; nothing else is looked at before. README.md has every variable.';
    return error.problems.map((detail) => ({
      what: 'configuration',
      status: 'failed',
      detail,
      cure,
    }));
  }
}

function reportOf(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ status, what, detail, cure }) => [
    `${status.padEnd(12)}${what.padEnd(15)}${detail}`,
    ...(cure === undefined ? [] : [`${' '.repeat(27)}→ ${cure}`]),
  ]);
  const count = (status: Finding['status']) =>
    findings.filter((each) => each.status === status).length;
  return `${lines.join('\n')}\n\n${count('failed')} failed, ${count('warning')} warnings\n`;
}
