import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
const TSC = join(dirname(typescript), 'bin/tsc');

/** Runs the compiler in the repository; what it prints, whether or not it found anything. */
export function runCompiler(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [TSC, ...args], options, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

interface CompileOptions {
  sources?: Record<string, string>;
  /** Paths in the repository. */
  files?: string[];
  /** Other settings than those of the React packages. */
  settings?: string;
}

/**
 * What the compiler says of sources, by name, and of files of the repository, under the settings of the React packages;
 * empty when there is nothing to say. `folder` is where imports are resolved from.
 */
export async function compile(
  folder: string,
  { sources = {}, files = [], settings = 'tsconfig.react.json' }: CompileOptions,
): Promise<string> {
  // Among what nobody packs, builds or watches.
  const modules = join(ROOT, folder, 'node_modules');
  await mkdir(modules, { recursive: true });
  const temporary = await mkdtemp(join(modules, '.compiled-'));
  try {
    for (const [name, text] of Object.entries(sources))
      await writeFile(join(temporary, name), text);
    const written = {
      extends: join(ROOT, settings),
      ...(settings === 'tsconfig.react.json' && { compilerOptions: { types: ['node'] } }),
      include: [],
      files: [...Object.keys(sources), ...files.map((file) => join(ROOT, file))],
    };
    const project = join(temporary, 'tsconfig.json');
    await writeFile(project, JSON.stringify(written));
    return await runCompiler('-p', project, '--pretty', 'false');
  } finally {
    await rm(temporary, { recursive: true });
  }
}
