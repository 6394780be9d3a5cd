import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'node_modules/.cache/reference');

/**
 * Has the compiler write the declarations of all packages, in one program, as they are published: what it inferred stands
 * there, too. Resolves to the folder, in which they lie as in the repository.
 */
export async function emitDeclarations(): Promise<string> {
  const output = join(FOLDER, 'types');
  await rm(output, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const project = join(FOLDER, 'tsconfig.json');
  const settings = {
    extends: join(ROOT, 'tsconfig.react.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: output,
      rootDir: ROOT,
      lib: ['es2023', 'dom', 'dom.iterable', 'webworker'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      declarationMap: false,
    },
    // All by name: what it reaches through node_modules it may take for somebody else's, and leave out.
    include: [join(ROOT, 'packages/*/src')],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  };
  await writeFile(project, JSON.stringify(settings));
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  await promisify(execFile)(compiler, ['-p', project, '--pretty', 'false']).catch(
    // Whether the types are right is checked by others, package by package and with their own settings.
    (error: { code?: unknown }) => {
      if (typeof error.code !== 'number') throw error;
    },
  );
  return output;
}
