import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'node_modules/.cache/reference');

/**
 * Emits the declarations of all packages in one program, as they are published, inferred types included. Resolves to the
 * folder, which mirrors the layout of the repository.
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
    // Every file is listed explicitly: the compiler may treat files that it reaches through node_modules as external.
    include: [join(ROOT, 'packages/*/src')],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  };
  await writeFile(project, JSON.stringify(settings));
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  await promisify(execFile)(compiler, ['-p', project, '--pretty', 'false']).catch(
    // No type errors are reported here: another check does that, per package and with its own settings.
    (error: { code?: unknown }) => {
      if (typeof error.code !== 'number') throw error;
    },
  );
  return output;
}
