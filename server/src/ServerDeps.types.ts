import type { FastifyBaseLogger, RouteOptions } from 'fastify';

import type { Config } from './config/Config.types.ts';
import type { UploadPatience } from './hosting/artifacts/upload/UploadFolder.ts';
import type { FindAddresses } from './hosting/mini-app-api/upstream/UpstreamGuard.types.ts';
import type { BodyPatience } from './http/BodyPace.ts';
import type { PackageFolder } from './http/npm-registry/PackageFolder.ts';
import type { WebAppFiles } from './http/web-app/readWebApp.ts';
import type { Space } from './operations/quotas/DiskSpace.ts';
import type { PeopleDeps } from './people/openPeople.ts';
import type { LiveTimes } from './push/live/Hub.ts';
import type { Transport } from './push/transports/Transport.types.ts';
import type { NativeSockets } from './push/websocket/nativeSockets.ts';
import type { Database } from './storage/database/Database.types.ts';
import type { ObjectStore } from './storage/objects/ObjectStore.types.ts';

/** Everything that the server works with; tests hand in what they like. */
export interface ServerDeps {
  config: Pick<
    Config,
    | 'oidc'
    | 'baseUrl'
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
  >;
  adminToken: string;
  /** The one of before, while it is changed. */
  previousAdminToken?: string | undefined;
  /** What back ends send pushes with. */
  serverKey: string;
  previousServerKey?: string | undefined;
  /** The services that reach devices that do not connect to this server. */
  pushTransports?: readonly Transport[] | undefined;
  /** What browsers subscribe to Web Push with; needs a transport for it. */
  webPushKey?: string | undefined;
  /** How patient the server is with the connections of devices. */
  pushTimes?: Partial<LiveTimes> | undefined;
  /** Writes to the sockets of many devices faster than their streams. */
  nativeSockets?: NativeSockets | undefined;
  /** Counts the answers under way on every connection, where Node does not show the one that it writes. */
  countsAnswers?: boolean | undefined;
  /** How people are kept: the secret that all nodes share, and what tests make cheaper. */
  people: Pick<PeopleDeps, 'secret' | 'previousSecret' | 'passwordCost' | 'limits' | 'mailer'>;
  db: Database;
  objects: ObjectStore;
  /** How much space there is where the data lies, where that can be found out. */
  readSpace?: (() => Promise<Space>) | undefined;
  /** What tests make smaller. */
  quotas?: { networkFactor?: number; unregisteredBytes?: number } | undefined;
  /** A folder of this machine for uploads under way. */
  uploadFolder: string;
  uploadPatience?: Partial<UploadPatience>;
  bodyPatience?: Partial<BodyPatience> | undefined;
  /** How long a refusal takes when there are many, in milliseconds. */
  refusalDelayMs?: number;
  logger?: FastifyBaseLogger;
  /** The built host app, served under `/app/`. */
  hostApp?: WebAppFiles | undefined;
  /** The npm packages that are served under `/npm/`. */
  packages?: PackageFolder | undefined;
  /** Finds the addresses of upstreams; asks the system by default. */
  findAddresses?: FindAddresses | undefined;
  /** Is told of every route as it is added: what is said of all routes can be checked on all routes. */
  onRoute?: (route: RouteOptions) => void;
}
