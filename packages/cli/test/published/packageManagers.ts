import { documentedBlock } from '../../../../scripts/build/documentedBlock.ts';
import { shellCommands } from '../../../../scripts/build/shellCommands.mjs';

/** How a package manager starts a new mini-app, and works in it. */
export interface PackageManager {
  name: string;
  /** The command that makes a project in a folder of its own. */
  create: (folder: string, args: readonly string[], registry: string) => [string, ...string[]];
  install: [string, ...string[]];
  /** Runs the command of the project. */
  miniapp: [string, ...string[]];
}

const PNPM = ['npx', '--yes', 'pnpm@12.18.0'] as const;
const [[pnpm, ...WORDS_OF_PNPM] = []] = shellCommands(
  await documentedBlock('packages/create-miniapp/README.md', 'sh', 'pnpm --config'),
);
if (pnpm !== 'pnpm') throw new Error(`The page starts with ${pnpm}, and not with pnpm.`);

/** The package managers that projects are made and installed with. */
export const PACKAGE_MANAGERS: readonly PackageManager[] = [
  {
    name: 'npm',
    create: (folder, args, registry) => [
      'npm',
      'create',
      '--yes',
      '@host/miniapp@latest',
      folder,
      `--@host:registry=${registry}`,
      '--',
      ...args,
    ],
    // Everything that is installed has to run on the Node that we promise.
    install: ['npm', 'install', '--engine-strict', '--no-audit', '--no-fund'],
    miniapp: ['npx', 'miniapp'],
  },
  {
    name: 'pnpm',
    // As on the page, with what it asks for in options.
    create: (folder, args, registry) => [
      ...PNPM,
      ...WORDS_OF_PNPM.map((word) =>
        word.replace('http://localhost:8080/npm/', registry).replace(/^tickets$/, folder),
      ),
      ...args,
    ],
    install: [...PNPM, 'install', '--prefer-offline', '--no-frozen-lockfile'],
    miniapp: [...PNPM, 'exec', 'miniapp'],
  },
];
