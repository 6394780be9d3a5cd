/** The parts for creating a new project, for `@host/create-host`, which bundles them. */
export { requireEmptyFolder } from './commands/create/requireEmptyFolder.ts';
export { findRegistry } from './commands/create/findRegistry.ts';
export { initRepository } from './commands/create/initRepository.ts';
export { packageManager } from './commands/create/packageManager.ts';
export { webOrigin } from './commands/create/webOrigin.ts';
export { writeName } from './commands/create/writeName.ts';
export { writeRegistryFiles } from './commands/create/writeRegistryFiles.ts';
export { packageVersion } from './packageRoot.ts';
export { type RunOptions, runSections } from './runSections.ts';
export { usageError } from './terminal/CliError.ts';
export { defineCommand } from './terminal/defineCommand.ts';
