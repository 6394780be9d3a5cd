/** How one server process is set up. Every value comes from the environment. */
export interface Config {
  port: number;
  /** The address to listen on. */
  host: string;
  production: boolean;
  /** Absent outside production: then a first start makes one and keeps it in the data folder. */
  adminToken: string | undefined;
  serverKey: string | undefined;
  dataDir: string;
  /** `postgres://…`; the embedded database when absent. */
  databaseUrl: string | undefined;
  /** `file:…` or `s3://…`; a folder in the data folder when absent. */
  objectsUrl: string | undefined;
  /** Addresses without a trailing slash. */
  baseUrl: string;
  cdnUrl: string;
  pushGatewayUrl: string;
  /** Origins besides our own whose artifacts the server may fetch and verify. */
  cdnOrigins: readonly string[];
  logLevel: string;
  /** Requests a minute. */
  rateLimits: { perAddress: number; perToken: number };
  /** Whether a proxy in front is trusted to name the caller's address. */
  trustProxy: boolean;
}
