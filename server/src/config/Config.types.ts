import type { ProxyTrust } from '../http/address/ProxyTrust.types.ts';
import type { ConsoleOidcConfig, OidcConfig } from '../people/issuer/OidcConfig.types.ts';
import type { SmtpServer } from '../people/mail/parseSmtpUrl.ts';
import type { PushServices } from '../push/transports/PushServices.types.ts';
import type { TracingConfig } from '../tracing/openTracing.ts';

/** The mail server that mails are handed to, and their sender. */
export interface MailConfig {
  server: SmtpServer;
  from: string;
}

/** How one server process is set up. Every value comes from the environment. */
export interface Config {
  port: number;
  /** The address to listen on. */
  host: string;
  production: boolean;
  /** Undefined outside production: generated at the first start and kept in the data folder. */
  adminToken: string | undefined;
  serverKey: string | undefined;
  /** Encrypts secrets about people in the database; the same on all nodes. Undefined: generated at the first start. */
  peopleSecret: string | undefined;
  /** The previous secrets during a rotation: both are accepted. */
  previous: Record<'adminToken' | 'serverKey' | 'peopleSecret', string | undefined>;
  /** Undefined: the server's own accounts are used. */
  oidc: OidcConfig | undefined;
  /** Who signs people in to the console; undefined: tokens alone. */
  consoleOidc: ConsoleOidcConfig | undefined;
  /** Undefined: no mail is sent. */
  mail: MailConfig | undefined;
  dataDir: string;
  /** `postgres://…`; the embedded database when absent. */
  databaseUrl: string | undefined;
  /** `nats://…`, the bus between nodes; PostgreSQL's NOTIFY when absent. */
  natsUrl: string | undefined;
  /** `file:…` or `s3://…`; a folder in the data folder when absent. */
  objectsUrl: string | undefined;
  /** Addresses without a trailing slash. */
  baseUrl: string;
  /** Where the console is, below `/console/`; an origin of its own keeps the pages of mini-apps away from it. */
  consoleUrl: string;
  cdnUrl: string;
  pushGatewayUrl: string;
  /** Origins of host apps elsewhere whose pages may use the API. */
  hostOrigins: readonly string[];
  /** Origins besides our own whose artifacts the server may fetch and verify. */
  cdnOrigins: readonly string[];
  push: PushServices;
  /** Origins anywhere, the operator's own network included, that may be the back end of a mini-app. */
  upstreamOrigins: readonly string[];
  /** When a release that fails on start is paused automatically. */
  pauseThreshold: { installs: number; percent: number };
  /** The folder of a built host app, to be served under `/app/`. */
  hostAppDir: string | undefined;
  /** The folder of the built console, to be served under `/console/`. */
  consoleDir: string | undefined;
  /** The folder of the built site of the docs, to be served under `/docs/`. */
  docsDir: string | undefined;
  /** The folder of packed npm packages, to be served under `/npm/`. */
  packagesDir: string | undefined;
  logLevel: string;
  /** Requests a minute. */
  rateLimits: { perAddress: number; perToken: number };
  /** The token that reads metrics, besides admin tokens. */
  metricsToken: string | undefined;
  /** The address where metrics are served without a token. */
  metricsAddress: { port: number; host: string } | undefined;
  /** Where traces of sends go; undefined: there are none. */
  tracing: TracingConfig | undefined;
  /** Multiplies what all callers together may store. */
  quotaFactor: number;
  /** Devices that may connect to a node in a second, with a shared database. */
  connectsPerSecond: number;
  /** Over how many seconds devices are disconnected before a node stops. */
  drainSeconds: number;
  /** Which proxies in front are trusted to name the caller's address. */
  trustProxy: ProxyTrust;
  /** Whether the native module, if it could be built, writes to and reads from the sockets of devices. */
  nativeFanOut: boolean;
}
