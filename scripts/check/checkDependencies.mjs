import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { pnpm } from '../build/pnpm.mjs';
import { run } from './run.mjs';

/** The SBOM (CycloneDX) of everything that is shipped, which is part of releases. */
const BILL_FILE = '.sbom/host-platform.cdx.json';

// Licences that may be distributed with a product under Apache-2.0, as long as the files are unmodified.
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
]);

// Packages whose package.json has no machine-readable licence, with the one in their LICENSE file.
const READ_BY_HAND = new Map([['limiter', 'MIT']]);

/** Writes the SBOM, and checks the licences and the known vulnerabilities of its components. */
export async function checkDependencies() {
  await mkdir(dirname(BILL_FILE), { recursive: true });
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  await run(await pnpm('sbom', ...format, '--prod', '--out', BILL_FILE));
  const { components } = JSON.parse(await readFile(BILL_FILE, 'utf8'));
  const refused = findRefusedLicences(components);
  if (refused.length > 0) throw new Error(refused.join('\n'));
  return `${components.length} packages in ${BILL_FILE}; ${await audit()}`;
}

/** The components whose licence is missing or not accepted, one per line. */
export function findRefusedLicences(components) {
  return components
    .filter((component) => !isAccepted(component))
    .map(({ name, version, licenses }) => {
      const found = licenses === undefined ? 'names no licence' : JSON.stringify(licenses);
      return `${name} ${version}: ${found}. Read its licence, then accept it in checkDependencies.mjs or do without the package.`;
    });
}

function isAccepted({ name, licenses = [] }) {
  const named = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name);
  if (named.length === 0) return ACCEPTED.has(READ_BY_HAND.get(name));
  return named.every((text) => isExpressionAccepted(text));
}

// Of "A OR B" one is enough; of "A AND B" all are needed.
function isExpressionAccepted(expression) {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((id) => ACCEPTED.has(id.trim())));
}

async function audit() {
  try {
    await run(await pnpm('audit', '--prod', '--audit-level', 'high'));
    return 'no known vulnerability that is high or critical';
  } catch (error) {
    if (!isWithoutAnswer(error.message)) throw error;
    return 'NOT CHECKED for known vulnerabilities: this registry answers no audits';
  }
}

/** Whether an audit failed because the registry has no audit endpoint or was unreachable, not because of vulnerabilities. */
export function isWithoutAnswer(output) {
  return /ERR_PNPM_AUDIT_(?:BAD_RESPONSE|ENDPOINT_NOT_EXISTS|NO_RESPONSE)/.test(output);
}
