export type { HostPluginOptions } from './plugin/HostPluginOptions.types.ts';
export { withHost } from './plugin/withHost.ts';
export { applyToProjects } from './generate/applyToProjects.ts';
export { generateProjects } from './generate/generateProjects.ts';
