import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Configures the registry of our scope for npm, pnpm and Yarn, so that none of them asks the public registry, where somebody
 * else may own one of our names. Returns the files.
 */
export async function writeRegistryFiles(target: string, registry: string): Promise<string[]> {
  const files = { '.npmrc': npmrc(registry), '.yarnrc.yml': yarnrc(registry), ...PNPM };
  for (const [name, text] of Object.entries(files)) await writeFile(join(target, name), text);
  return Object.keys(files);
}

function npmrc(registry: string): string {
  return `# @host/* is served by the platform, and never asked of the public registry.
@host:registry=${registry}
# The lock file names no addresses: it holds wherever the packages are served.
omit-lockfile-registry-resolved=true
`;
}

function yarnrc(registry: string): string {
  const { protocol, hostname } = new URL(registry);
  return `nodeLinker: node-modules

# @host/* is served by the platform, and never asked of the public registry.
npmScopes:
  host:
    npmRegistryServer: '${registry}'
${protocol === 'http:' ? `unsafeHttpWhitelist:\n  - '${hostname}'\n` : ''}
# They are as old as the server that hands them out.
npmPreapprovedPackages:
  - '@host/*'
`;
}

const PNPM = {
  'pnpm-workspace.yaml': `# Settings of pnpm; npm and Yarn do not look at them.
packages: []

# @host/* is as old as the server that hands it out.
minimumReleaseAgeExclude:
  - '@host/*'
`,
};
