import { statfs } from 'node:fs/promises';

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import { buildServer } from './buildServer.ts';
import { examine } from './commands/doctor/examine.ts';
import type { Config } from './config/Config.types.ts';
import { describeConfig } from './config/describeConfig.ts';
import { ConfigError } from './errors/ConfigError.ts';
import { startFailure } from './errors/startFailure.ts';
import { moveAddresses } from './hosting/records/moveAddresses.ts';
import { listenForMetrics } from './http/listenForMetrics.ts';
import { createLogger } from './http/log/createLogger.ts';
import { registryAt } from './http/npm-registry/npmRoutes.ts';
import { PackageFolder } from './http/npm-registry/PackageFolder.ts';
import { readWebApp } from './http/web-app/readWebApp.ts';
import { CertificateWatch } from './operations/certificates/CertificateWatch.ts';
import { consoleAddress } from './operations/console/consoleLinks.ts';
import type { Space } from './operations/quotas/DiskSpace.ts';
import { type NodeInternal, missingInternals } from './node-internals/missingInternals.ts';
import { createSmtpMailer } from './people/mail/createSmtpMailer.ts';
import type { Mailer } from './people/mail/Mailer.types.ts';
import { installationOf } from './push/messages/clockRows.ts';
import { type FolderMarks, PositionGuard } from './push/messages/PositionGuard.ts';
import { skippedPositionsMetric } from './push/skippedPositionsMetric.ts';
import { openTransports } from './push/transports/openTransports.ts';
import { type VapidKeys, vapidKeysFrom } from './push/transports/webpush/vapidKeys.ts';
import { loadNativeSockets } from './push/websocket/nativeSockets.ts';
import { dataFolderFailure } from './storage/data-folder/dataFolderFailure.ts';
import { leaveMark, readFolderMark, removeMark } from './storage/data-folder/folderMarks.ts';
import { keepSecret } from './storage/data-folder/keepSecret.ts';
import { makeDatabaseFile } from './storage/database/sqlite/makeDatabaseFile.ts';
import { openDataFolder } from './storage/data-folder/openDataFolder.ts';
import { readPreviousSecret } from './storage/data-folder/rotateSecret.ts';
import { whyNotWritten } from './storage/data-folder/whyNotWritten.ts';
import type { NatsBusOptions } from './storage/bus/NatsBus.ts';
import { openBus } from './storage/bus/openBus.ts';
import { skipSqliteIds } from './storage/database/backup/skipSqliteIds.ts';
import type { Database } from './storage/database/Database.types.ts';
import { openDatabase } from './storage/database/openDatabase.ts';
import type { Skip } from './storage/database/postgres/checkHistory.ts';
import { openObjectStore } from './storage/objects/openObjectStore.ts';
import { openTracing } from './tracing/openTracing.ts';

const SWEEP_EVERY_MS = 100;
/** The listen backlog, sized for all devices of a node reconnecting at the same moment. */
const LISTEN_BACKLOG = 4096;

/** A server that listens. */
export interface RunningServer {
  app: FastifyInstance;
  /** Where it listens, `http://127.0.0.1:8080`. */
  address: string;
  /** The files of the secrets that this server generated. */
  secretFiles: string[];
  /** A link that signs in to the console once; undefined if no console is served. */
  consoleLink(): string | undefined;
  /** Resolves with the reason if the server cannot go on, because it can no longer store anything. */
  lost: Promise<Error>;
  /** Disconnects devices evenly over DRAIN_SECONDS, then stops accepting requests, finishes pending ones and closes all. */
  close(): Promise<void>;
}

/** Opens everything that the configuration refers to, and listens. */
export async function startServer(config: Config): Promise<RunningServer> {
  const folder = await openDataFolder(config.dataDir);
  const opened: (() => Promise<void> | void)[] = [() => folder.close()];
  const close = async () => {
    for (const closeOne of opened.splice(0).toReversed()) await closeOne();
  };

  let onLost!: (error: Error) => void;
  const lost = new Promise<Error>((resolve) => void (onLost = resolve));

  try {
    const admin = await secretFor(config, folder.path, 'adminToken', 'admin-token');
    const serverKey = await secretFor(config, folder.path, 'serverKey', 'server-key');
    const peopleSecret = await secretFor(config, folder.path, 'peopleSecret', 'people-secret');
    const logger = createLogger({
      level: config.logLevel,
      secrets: [admin, serverKey, peopleSecret]
        .flatMap(({ secret, previous }) => [secret, previous ?? ''])
        .concat(config.metricsToken ?? ''),
    });
    let skippedPositions = 0;
    const openConfigured = async () => {
      if (config.databaseUrl) {
        const onSkipped = (skip: Skip) => {
          skippedPositions += skip.position - skip.keptUpTo;
          logger.warn(
            skip,
            'PostgreSQL was started again, or a standby or a backup took its place: positions were skipped, and messages with ids above keptUpTo are lost if there were any',
          );
        };
        return openDatabase({ url: config.databaseUrl, onSkipped });
      }
      makeDatabaseFile(folder.databaseFile);
      return openDatabase({ path: folder.databaseFile, onLost });
    };
    const db = await openConfigured().catch((error: unknown) => {
      if (config.databaseUrl) throw nameCulprit(error, 'DATABASE_URL');
      const reason = whyNotWritten(folder.databaseFile);
      throw reason === undefined
        ? nameCulprit(error, `The database in DATA_DIR ${folder.path}`)
        : dataFolderFailure(folder.path, reason);
    });
    opened.push(() => db.close());
    const objects = await openObjectStore(config.objectsUrl ?? `file:${folder.objects}`).catch(
      (error: unknown) => {
        throw config.objectsUrl
          ? nameCulprit(error, 'OBJECTS_URL')
          : dataFolderFailure(folder.path, error);
      },
    );
    opened.push(() => objects.close());
    // With PostgreSQL, several nodes share the data, so how this one stops says nothing about it.
    if (!config.databaseUrl) {
      const marks: FolderMarks = {
        read: (name) => readFolderMark(folder.path, name),
        leave: (name) => leaveMark(folder.path, name),
        remove: (name) => removeMark(folder.path, name),
      };
      const positions = await PositionGuard.open({ db, marks, skipIds: skipSqliteIds, logger });
      opened.push(() => positions.close());
      skippedPositions += positions.skipped;
    }
    const secrets = [peopleSecret.secret, peopleSecret.previous].filter(
      (each) => each !== undefined,
    );
    const bus = openBus({ db, nats: await natsOf(config, { db, secrets, logger }) });
    opened.push(() => bus.close());
    const moved = await moveAddresses(db, config.cdnUrl);
    if (moved.length > 0) {
      logger.info({ from: moved, to: config.cdnUrl }, 'artifacts are known under another address');
    }
    const vapidKeys = config.push.webPush.keys ?? (await makeVapidKeys(folder.path));
    const missing = await missingInternals();
    const isMissing = (name: NodeInternal) => missing.some((each) => each.name === name);
    for (const { name, instead } of missing) {
      logger.warn({ missing: name, instead, node: process.version }, 'this Node lacks a shortcut');
    }
    const nativeSockets =
      config.nativeFanOut && !isMissing('descriptors') ? loadNativeSockets() : undefined;
    logger.info(
      { fanOut: nativeSockets ? 'native' : 'streams' },
      'sockets of devices are written to',
    );
    const hostApp =
      config.hostAppDir === undefined ? undefined : await readHostApp(config.hostAppDir);
    const consoleApp =
      config.consoleDir === undefined ? undefined : await readConsole(config.consoleDir);
    const docsSite = config.docsDir === undefined ? undefined : await readDocs(config.docsDir);
    const packages =
      config.packagesDir === undefined
        ? undefined
        : await openPackages(config.packagesDir, {
            registryUrl: registryAt(config.baseUrl),
            onProblem: (error) =>
              logger.error({ err: error }, 'packages cannot be read: those of before are served'),
          });
    const { baseUrl, cdnUrl, pushGatewayUrl, consoleUrl } = config;
    const addresses = [baseUrl, cdnUrl, pushGatewayUrl, consoleUrl];
    const certificates = new CertificateWatch({ addresses, logger });
    certificates.start();
    opened.push(() => certificates.close());
    const tracing = config.tracing && openTracing(config.tracing, logger);
    if (tracing) opened.push(() => tracing.close());
    const app = await buildServer({
      config,
      adminToken: admin.secret,
      previousAdminToken: admin.previous,
      serverKey: serverKey.secret,
      previousServerKey: serverKey.previous,
      pushTransports: [...openTransports(config.push, vapidKeys).values()],
      webPushKey: vapidKeys.publicKey,
      nativeSockets,
      countsAnswers: isMissing('answers'),
      people: {
        secret: peopleSecret.secret,
        previousSecret: peopleSecret.previous,
        mailer: openMailer(config),
      },
      system: { configuration: describeConfig(config), examine: () => examine(config) },
      certificates,
      readSpace: config.databaseUrl ? undefined : () => spaceAround(folder.path),
      db,
      bus,
      objects,
      uploadFolder: folder.uploads,
      hostApp,
      consoleApp,
      docsSite,
      packages,
      tracing,
      logger,
    });
    app.metrics.registerMetric(skippedPositionsMetric(() => skippedPositions));
    opened.push(async () => {
      if (config.drainSeconds > 0) await app.drain(config.drainSeconds * 1000);
      await closeApp(app);
    });
    const { port, host } = config;
    const address = await app
      .listen({ port, host, backlog: LISTEN_BACKLOG })
      .catch((error: NodeJS.ErrnoException) => {
        throw error.syscall === 'getaddrinfo' ? nameCulprit(error, `HOST ${host}`) : error;
      });
    if (config.metricsAddress) {
      const { port: metricsPort, host: metricsHost } = config.metricsAddress;
      const metrics = await listenForMetrics(app.metrics, config.metricsAddress).catch(
        (error: unknown) => {
          throw nameCulprit(error, `METRICS_PORT ${metricsPort} on METRICS_HOST ${metricsHost}`);
        },
      );
      opened.push(() => metrics.close().closeAllConnections());
    }
    const secretFiles = [admin.file, serverKey.file, peopleSecret.file].filter(
      (file) => file !== undefined,
    );
    const consoleLink = () =>
      consoleApp && consoleAddress(config.consoleUrl, admin.secret, Date.now());
    return { app, address, secretFiles, consoleLink, lost, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The bus of NATS, when it is configured. */
async function natsOf(
  { natsUrl: url }: Config,
  { db, secrets, logger }: { db: Database; secrets: string[]; logger: FastifyBaseLogger },
): Promise<NatsBusOptions | undefined> {
  if (url === undefined) return undefined;
  const onStatus = (isConnected: boolean) =>
    isConnected
      ? logger.info('NATS is there')
      : logger.warn('NATS is away: nodes look into the database');
  return { url, prefix: `host.${await installationOf(db)}`, secrets, onStatus };
}

function openMailer({ mail, baseUrl }: Config): Mailer | undefined {
  return mail && createSmtpMailer({ ...mail, domain: new URL(baseUrl).hostname });
}

async function closeApp(app: FastifyInstance): Promise<void> {
  // Node closes only the connections that are idle at the time. One whose request ends later would stay open for the next
  // request, and delay the shutdown.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}

/** Reads the VAPID keys, which the first start generates: any secret of 32 bytes is a private key. */
async function makeVapidKeys(folder: string): Promise<VapidKeys> {
  const { secret, file } = await secretIn(folder, 'vapid-key');
  const keys = vapidKeysFrom(secret);
  if (!keys)
    throw new ConfigError([`${file} is no VAPID key: remove it, or set VAPID_PRIVATE_KEY.`]);
  return keys;
}

function readHostApp(folder: string): ReturnType<typeof readWebApp> {
  return readWebApp(folder).catch(refuseFolder('HOST_APP_DIR', folder, 'a built host app'));
}

function readConsole(folder: string): ReturnType<typeof readWebApp> {
  return readWebApp(folder).catch(refuseFolder('CONSOLE_DIR', folder, 'a built console'));
}

function readDocs(folder: string): ReturnType<typeof readWebApp> {
  return readWebApp(folder).catch(refuseFolder('DOCS_DIR', folder, 'the built docs'));
}

function openPackages(
  folder: string,
  options: Parameters<typeof PackageFolder.open>[1],
): Promise<PackageFolder> {
  const opened = PackageFolder.open(folder, options);
  return opened.catch(refuseFolder('PACKAGES_DIR', folder, 'packed packages'));
}

function refuseFolder(name: string, folder: string, content: string) {
  return (error: NodeJS.ErrnoException): never => {
    const problem =
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `${folder} is no folder. Set it to the folder of ${content}, or leave it out`
        : `cannot be used: ${error.message}`;
    throw new ConfigError([`${name} ${problem}`]);
  };
}

/** Adds the setting that caused it to a system error, which does not say that by itself. */
function nameCulprit(error: unknown, culprit: string): unknown {
  const isForOperator = (error as NodeJS.ErrnoException).code !== undefined;
  return isForOperator
    ? new ConfigError([`${culprit} cannot be used: ${startFailure(error)}`])
    : error;
}

/** The size and free space of the disk that holds a folder. */
async function spaceAround(folder: string): Promise<Space> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { total: blocks * bsize, free: bavail * bsize };
}

async function secretFor(
  config: Config,
  folder: string,
  name: keyof Config['previous'],
  file: string,
): Promise<{ secret: string; previous: string | undefined; file: string | undefined }> {
  const given = config[name];
  if (given !== undefined) {
    return { secret: given, previous: config.previous[name], file: undefined };
  }
  const previous = await readPreviousSecret(folder, file);
  return { ...(await secretIn(folder, file)), previous };
}

function secretIn(folder: string, name: string): ReturnType<typeof keepSecret> {
  return keepSecret(folder, name).catch((error: unknown) => {
    throw dataFolderFailure(folder, error);
  });
}
