import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

type Files = Readonly<Record<string, string>>;

/** The differing lines of two sets of files, in the format of `diff`, without context. */
export async function changesOf(before: Files, after: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'changes-'));
  try {
    await writeAll(join(folder, 'a'), before);
    await writeAll(join(folder, 'b'), after);
    const args = ['diff', '--no-index', '--no-color', '--unified=0', '--no-prefix', 'a', 'b'];
    const differs = await promisify(execFile)('git', args, { cwd: folder }).catch(
      (error: { code?: unknown; stdout: string }) => {
        if (error.code !== 1) throw error;
        return error;
      },
    );
    return differs.stdout
      .split('\n')
      .filter((line) => !/^(?:index|diff|new file|deleted file|---) /.test(line))
      .map((line) => line.replace(/^@@.*@@.*$/, '@@').replace(/^\+\+\+ /, '=== '))
      .join('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeAll(folder: string, files: Files): Promise<void> {
  await mkdir(folder);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, 'latin1');
  }
}
