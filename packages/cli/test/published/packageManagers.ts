import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How a package manager starts a new mini-app, and works in it. */
export interface PackageManager {
  name: string;
  /** The command that makes a project in a folder of its own. */
  create: (folder: string, args: readonly string[], registry: string) => [string, ...string[]];
  install: [string, ...string[]];
  /** Runs the command of the project. */
  miniapp: [string, ...string[]];
  /** For every command of it. */
  env?: NodeJS.ProcessEnv;
}

const PNPM = ['npx', '--yes', 'pnpm@12.18.0'] as const;
const YARN = ['npx', '--yes', '--package', '@yarnpkg/cli-dist@4.18.1', 'yarn'] as const;

/** The package managers that projects are made and installed with. */
export async function packageManagers(): Promise<PackageManager[]> {
  return [
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
      install: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
      miniapp: ['npx', 'miniapp'],
    },
    {
      name: 'pnpm',
      create: (folder, args, registry) => [
        ...PNPM,
        `--config.@host:registry=${registry}`,
        'create',
        '@host/miniapp@latest',
        folder,
        ...args,
        // It tells nobody where it found a package.
        '--registry',
        registry,
      ],
      install: [...PNPM, 'install', '--prefer-offline', '--no-frozen-lockfile'],
      miniapp: [...PNPM, 'exec', 'miniapp'],
    },
    {
      name: 'yarn',
      // Yarn takes a registry from files alone, and there is none before the project.
      create: (folder, args, registry) => [
        'npx',
        '--yes',
        `--@host:registry=${registry}`,
        '@host/create-miniapp@latest',
        folder,
        ...args,
        '--registry',
        registry,
      ],
      install: [...YARN, 'install'],
      miniapp: [...YARN, 'miniapp'],
      // Yarn asks a registry of its own by default, and not the one that this machine is set to.
      env: {
        YARN_NPM_REGISTRY_SERVER: await registryOfMachine(),
        YARN_ENABLE_TELEMETRY: '0',
        YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      },
    },
  ];
}

async function registryOfMachine(): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry']);
  return stdout.trim();
}
