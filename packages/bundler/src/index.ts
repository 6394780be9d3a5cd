export { type MiniAppOptions, defineMiniApp } from './defineMiniApp.ts';
export { type Project, readProject } from './Project.ts';
export { ProjectError } from './ProjectError.ts';
export { type HostModules, SHARED_MODULES, type SharedModule } from './sharedModules.ts';
