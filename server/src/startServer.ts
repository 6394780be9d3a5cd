import { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import pino from 'pino';

import { buildServer } from './buildServer.ts';
import type { Config } from './config/Config.types.ts';
import { ConfigError } from './config/ConfigError.ts';
import { startFailure } from './startFailure.ts';
import { keepSecret } from './storage/data-folder/keepSecret.ts';
import { openDataFolder } from './storage/data-folder/openDataFolder.ts';
import { openDatabase } from './storage/database/openDatabase.ts';
import { openObjectStore } from './storage/objects/openObjectStore.ts';

const SWEEP_EVERY_MS = 100;

/** A server that listens. */
export interface RunningServer {
  app: FastifyInstance;
  /** Where it listens, `http://127.0.0.1:8080`. */
  address: string;
  /** Where the secrets lie that this server made for itself. */
  secretFiles: string[];
  /** Stops taking requests, finishes those that were accepted, then closes everything. */
  close(): Promise<void>;
}

/** Opens what the configuration names, and listens. */
export async function startServer(config: Config): Promise<RunningServer> {
  const logger = pino({ level: config.logLevel }) as FastifyBaseLogger;
  const folder = await openDataFolder(config.dataDir);
  const opened: (() => Promise<void> | void)[] = [() => folder.close()];
  const close = async () => {
    for (const closeOne of opened.splice(0).toReversed()) await closeOne();
  };

  try {
    const admin = await secretFor(config.adminToken, folder.path, 'admin-token');
    const serverKey = await secretFor(config.serverKey, folder.path, 'server-key');
    const db = await openDatabase(
      config.databaseUrl ? { url: config.databaseUrl } : { path: folder.databaseFile },
    ).catch((error: unknown) => {
      throw nameCulprit(error, config.databaseUrl ? 'DATABASE_URL' : 'The database in DATA_DIR');
    });
    opened.push(() => db.close());
    const objects = await openObjectStore(config.objectsUrl ?? `file:${folder.objects}`);
    opened.push(() => objects.close());
    const app = await buildServer({
      config,
      adminToken: admin.secret,
      db,
      objects,
      uploadFolder: folder.uploads,
      logger,
    });
    opened.push(() => closeApp(app));
    const address = await app.listen({ port: config.port, host: config.host });
    const secretFiles = [admin.file, serverKey.file].filter((file) => file !== undefined);
    return { app, address, secretFiles, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function closeApp(app: FastifyInstance): Promise<void> {
  // Node closes those that are idle now. A client whose request ends later keeps its connection for the next one, and
  // would be waited for until it lets go.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}

/** A system's error says what went wrong and not with what: the operator is told which setting to look at. */
function nameCulprit(error: unknown, culprit: string): unknown {
  const isForOperator = (error as NodeJS.ErrnoException).code !== undefined;
  return isForOperator
    ? new ConfigError([`${culprit} cannot be used: ${startFailure(error)}`])
    : error;
}

async function secretFor(
  given: string | undefined,
  folder: string,
  name: string,
): Promise<{ secret: string; file: string | undefined }> {
  return given === undefined ? keepSecret(folder, name) : { secret: given, file: undefined };
}
