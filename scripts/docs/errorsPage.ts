import { ERRORS } from '../../packages/contracts/src/index.ts';
import { generatedFrom, table } from './table.ts';

/** The error table as a page of the docs. */
export function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, title, fix }]) => [
    String(status),
    `\`${code}\``,
    title,
    fix,
  ]);
  return `${generatedFrom('packages/contracts/src/common/errors.ts')}

# Errors

Every error answer is \`application/problem+json\` with one of these codes. \`detail\` says what it was this time.

${table(['status', 'code', 'what it means', 'what to do'], rows)}
`;
}
