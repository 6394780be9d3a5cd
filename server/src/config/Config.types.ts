import type { ProxyTrust } from '../http/address/ProxyTrust.types.ts';
import type { OidcConfig } from '../people/issuer/OidcConfig.types.ts';
import type { SmtpServer } from '../people/mail/parseSmtpUrl.ts';
import type { PushServices } from '../push/transports/PushServices.types.ts';

/** The mail server that mails are handed to, and whom they come from. */
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
  /** Absent outside production: then a first start makes one and keeps it in the data folder. */
  adminToken: string | undefined;
  serverKey: string | undefined;
  /** Seals what the database holds about people; all nodes have the same. Absent: a first start makes one. */
  peopleSecret: string | undefined;
  /** The secrets of before, while they are changed: both are accepted. */
  previous: Record<'adminToken' | 'serverKey' | 'peopleSecret', string | undefined>;
  /** Accounts of our own when absent. */
  oidc: OidcConfig | undefined;
  /** How mails are sent; none are when absent. */
  mail: MailConfig | undefined;
  dataDir: string;
  /** `postgres://…`; the embedded database when absent. */
  databaseUrl: string | undefined;
  /** `file:…` or `s3://…`; a folder in the data folder when absent. */
  objectsUrl: string | undefined;
  /** Addresses without a trailing slash. */
  baseUrl: string;
  cdnUrl: string;
  pushGatewayUrl: string;
  /** Origins of host apps elsewhere whose pages may use the API. */
  hostOrigins: readonly string[];
  /** Origins besides our own whose artifacts the server may fetch and verify. */
  cdnOrigins: readonly string[];
  push: PushServices;
  /** Origins anywhere, the operator's own network included, that may be the back end of a mini-app. */
  upstreamOrigins: readonly string[];
  /** When a release that fails on start is paused by itself. */
  pauseThreshold: { installs: number; percent: number };
  /** The folder of a built host app, to be served under `/app/`. */
  hostAppDir: string | undefined;
  /** The folder of packed npm packages, to be served under `/npm/`. */
  packagesDir: string | undefined;
  logLevel: string;
  /** Requests a minute. */
  rateLimits: { perAddress: number; perToken: number };
  /** What reads the figures for Prometheus besides admin tokens. */
  metricsToken: string | undefined;
  /** Where whoever can connect reads them without a token. */
  metricsAddress: { port: number; host: string } | undefined;
  /** Multiplies what all callers together may store. */
  quotaFactor: number;
  /** Which proxies in front are trusted to name the caller's address. */
  trustProxy: ProxyTrust;
  /** Whether the sockets of devices are written to and read in C, where the build could make that. */
  nativeFanOut: boolean;
}
