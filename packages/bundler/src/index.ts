export { configurationFiles } from './cache/configurationFiles.ts';
export { type MiniAppOptions, defineMiniApp } from './defineMiniApp.ts';
export { hostModulesConfig } from './hostModulesConfig.ts';
export { type Project, readProject } from './Project.ts';
export { ProjectError } from './ProjectError.ts';
export type { HostModules } from './sharedModules.ts';
