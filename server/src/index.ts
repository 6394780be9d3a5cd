export { ApiError } from './errors/ApiError.ts';
export { buildServer } from './buildServer.ts';
export type { ServerDeps } from './ServerDeps.types.ts';
export type { Config } from './config/Config.types.ts';
export { readConfig } from './config/readConfig.ts';
export { type RunningServer, startServer } from './startServer.ts';
