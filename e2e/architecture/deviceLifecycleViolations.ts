import { posix } from 'node:path';

import { isTestCode } from './importGraph.ts';
import { importedModules } from '../../scripts/build/importedModules.mjs';
import type { SourceFile } from './WorkspacePackage.ts';

const LIFECYCLE = 'push/device-lifecycle/';

/** Statements that take a device, or one of its topics, away from its owner. */
const STATEMENTS = [
  { pattern: /\bINSERT\s+INTO\s+devices\b/i, does: 'adds devices' },
  { pattern: /\bDELETE\s+FROM\s+devices\b/i, does: 'deletes devices' },
  {
    pattern:
      /\bUPDATE\s+devices\s+SET\b(?:(?!\bWHERE\b)[^;])*?\b(?:person_id|owner_id|owner_since|token|token_key)\s*=/i,
    does: 'changes the owner or the token of devices',
  },
  { pattern: /\bDELETE\s+FROM\s+topic_subscriptions\b/i, does: 'ends subscriptions' },
];

/** Functions that assemble statements, so that no source contains the whole SQL: their arguments, written as SQL. */
const MADE = [
  { call: /\browDeletion\(\s*['"`](\w+)['"`]\s*,?\s*\)/g, sql: deletionOf },
  { call: /\brow(?:Update|Claim)\(\s*(\{[^]*?\}),?\s*\)/g, sql: updateOf },
];

/** Files that implement a part of an operation, and who besides the operations may import them. */
const PARTS = [
  { file: `${LIFECYCLE}ownershipRows.ts`, users: [] },
  { file: `${LIFECYCLE}subscriptionRows.ts`, users: [] },
  { file: 'push/inbox/collectInboxes.ts', users: ['push/inbox/'] },
];

/**
 * Every file of the server that changes the owner of a device without the operations of `push/device-lifecycle`, one
 * sentence each. These operations collect the owner's inbox, change the rows and notify every node.
 */
export function deviceLifecycleViolations(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const [, file] = /^src\/(.*)$/.exec(path) ?? [];
    if (file === undefined || isTestCode(file) || file.startsWith(LIFECYCLE)) return [];
    const statements = [text, ...madeStatements(text)].join(';\n');
    // Type imports change nothing.
    const code = text.replace(/^import type [^;]*;/gm, '');
    const imported = new Set(
      importedModules(code).map((name) => posix.join(posix.dirname(file), name)),
    );
    return [
      ...STATEMENTS.filter(({ pattern }) => pattern.test(statements)).map(
        ({ does }) => `${file} ${does}, which only ${LIFECYCLE} may.`,
      ),
      ...PARTS.filter(
        (part) => imported.has(part.file) && !part.users.some((folder) => file.startsWith(folder)),
      ).map((part) => `${file} imports ${part.file}: use an operation of ${LIFECYCLE} instead.`),
    ];
  });
}

function madeStatements(text: string): string[] {
  return MADE.flatMap(({ call, sql }) => [...text.matchAll(call)].map(([, given]) => sql(given!)));
}

function deletionOf(table: string): string {
  return `DELETE FROM ${table}`;
}

function updateOf(given: string): string {
  const [table, set] = ['table', 'set'].map(
    (name) => new RegExp(`\\b${name}:\\s*(['"\`])([^]*?)\\1`).exec(given)?.[2] ?? '',
  );
  return `UPDATE ${table} SET ${set}`;
}
