import { readFileSync } from 'node:fs';

import { parse } from '@babel/parser';

import { ProjectError } from './ProjectError.ts';

/** Refuses an entry component without a default export, before a host opens it and shows nothing. */
export function checkEntry(file: string): void {
  let program;
  try {
    ({ program } = parse(readFileSync(file, 'utf8'), {
      sourceType: 'module',
      plugins: ['typescript', 'jsx'],
    }));
  } catch {
    // The bundler reports syntax errors, with the lines around them.
    return;
  }
  const hasDefault = program.body.some(
    (statement) =>
      statement.type === 'ExportDefaultDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' &&
        statement.specifiers.some(
          ({ exported }) => exported.type === 'Identifier' && exported.name === 'default',
        )),
  );
  if (hasDefault) return;
  throw new ProjectError(
    'src/App.tsx has no default export.',
    'Export the root component: `export default function App() { … }`.',
  );
}
