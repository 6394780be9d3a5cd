import type { FastifyBaseLogger, RouteOptions } from 'fastify';

import type { Config } from './config/Config.types.ts';
import type { UploadPatience } from './hosting/artifacts/upload/UploadFolder.ts';
import type { FindAddresses } from './hosting/mini-app-api/upstream/UpstreamGuard.types.ts';
import type { BodyPatience } from './http/bodies/BodyPace.ts';
import type { PackageFolder } from './http/npm-registry/PackageFolder.ts';
import type { WebAppFiles } from './http/web-app/readWebApp.ts';
import type { CertificateWatch } from './operations/certificates/CertificateWatch.ts';
import type { Space } from './operations/quotas/DiskSpace.ts';
import type { SystemDeps } from './overview/systemRoute.ts';
import type { PeopleDeps } from './people/openPeople.ts';
import type { LiveTimes } from './push/live/Hub.ts';
import type { Transport } from './push/transports/Transport.types.ts';
import type { NativeSockets } from './push/websocket/nativeSockets.ts';
import type { Bus } from './storage/bus/Bus.types.ts';
import type { Database } from './storage/database/Database.types.ts';
import type { ObjectStore } from './storage/objects/ObjectStore.types.ts';
import type { Tracing } from './tracing/openTracing.ts';

/** Everything the server depends on, so that tests can pass fakes. */
export interface ServerDeps {
  config: Pick<
    Config,
    | 'oidc'
    | 'consoleOidc'
    | 'baseUrl'
    | 'consoleUrl'
    | 'cdnUrl'
    | 'cdnOrigins'
    | 'hostOrigins'
    | 'rateLimits'
    | 'trustProxy'
    | 'metricsToken'
    | 'pushGatewayUrl'
    | 'upstreamOrigins'
    | 'pauseThreshold'
    | 'production'
    | 'quotaFactor'
    | 'connectsPerSecond'
  >;
  adminToken: string;
  /** The previous one, during a rotation. */
  previousAdminToken?: string | undefined;
  /** The key that back ends send pushes with. */
  serverKey: string;
  previousServerKey?: string | undefined;
  /** The push services for devices that are not connected. */
  pushTransports?: readonly Transport[] | undefined;
  /** The public key that browsers subscribe to Web Push with; needs a transport for it. */
  webPushKey?: string | undefined;
  /** The timeouts of the connections of devices. */
  pushTimes?: Partial<LiveTimes> | undefined;
  /** Writes to and reads from the sockets of many devices in one call. */
  nativeSockets?: NativeSockets | undefined;
  /** Tracks the pending responses of every connection, where Node does not expose them. */
  countsAnswers?: boolean | undefined;
  /** For accounts: the secret that all nodes share, and settings that tests make cheaper. */
  people: Pick<PeopleDeps, 'secret' | 'previousSecret' | 'passwordCost' | 'limits' | 'mailer'>;
  db: Database;
  /** The bus between nodes that share the database; by default the one that the database provides. */
  bus?: Bus | undefined;
  objects: ObjectStore;
  /** Reads the free space of the disk with the data, if it is on this machine. */
  readSpace?: (() => Promise<Space>) | undefined;
  /** The configuration as operators are shown it, and the checks of everything it refers to. */
  system?: Pick<SystemDeps, 'configuration' | 'examine'> | undefined;
  /** Watches when the certificates of the platform's addresses expire. */
  certificates?: Pick<CertificateWatch, 'endingBefore'> | undefined;
  /** Smaller quotas, for tests. */
  quotas?: { networkFactor?: number; unregisteredBytes?: number } | undefined;
  /** A folder of this machine for uploads under way. */
  uploadFolder: string;
  uploadPatience?: Partial<UploadPatience>;
  bodyPatience?: Partial<BodyPatience> | undefined;
  /** How long refusals are delayed when there are many, in milliseconds. */
  refusalDelayMs?: number;
  logger?: FastifyBaseLogger;
  /** Traces sends, if a collector is configured. Whoever opened it closes it. */
  tracing?: Pick<Tracing, 'tracer' | 'counter'> | undefined;
  /** The built host app, served under `/app/`. */
  hostApp?: WebAppFiles | undefined;
  /** The built site of the docs, served under `/docs/`. */
  docsSite?: WebAppFiles | undefined;
  /** The built console, served under `/console/`. */
  consoleApp?: WebAppFiles | undefined;
  /** The npm packages that are served under `/npm/`. */
  packages?: PackageFolder | undefined;
  /** Resolves the names of upstreams; the system's resolver by default. */
  findAddresses?: FindAddresses | undefined;
  /** Called for every route that is added, for tests about all routes. */
  onRoute?: (route: RouteOptions) => void;
}
