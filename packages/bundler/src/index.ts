export { type MiniAppOptions, defineMiniApp } from './defineMiniApp.ts';
export { type Project, readProject } from './Project.ts';
export { ProjectError } from './ProjectError.ts';
export type { HostModules } from './sharedModules.ts';
