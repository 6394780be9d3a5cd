export { ApiError } from './errors/ApiError.ts';
export { type ServerDeps, buildServer } from './buildServer.ts';
export type { Config } from './config/Config.types.ts';
export { readConfig } from './config/readConfig.ts';
export { type RunningServer, startServer } from './startServer.ts';
