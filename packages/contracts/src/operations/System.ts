import * as z from 'zod/mini';

/** The result of one check, as `host-server doctor` reports it. */
export const Finding = z.object({
  /** What was checked: `database`, `secrets`, … */
  what: z.string(),
  /** `warning`: it works but should be fixed; `failed`: it does not work. */
  status: z.enum(['ok', 'warning', 'failed', 'not-checked']),
  detail: z.string(),
  /** How to fix it. */
  cure: z.optional(z.string()),
});
export type Finding = z.infer<typeof Finding>;

/** `findings=false` leaves out what is looked for: it opens connections to everything that the configuration names. */
export const SystemQuery = z.strictObject({ findings: z.optional(z.enum(['true', 'false'])) });
export type SystemQuery = z.infer<typeof SystemQuery>;

/** The environment of a server and the problems with it. It never contains a secret. */
export const SystemReport = z.object({
  /** The node that answered. */
  server: z.object({
    version: z.string(),
    node: z.string(),
    startedAt: z.string(),
    memoryBytes: z.int(),
  }),
  /** The live nodes. */
  nodes: z.array(
    z.object({
      node: z.string(),
      connected: z.int(),
      isThis: z.boolean(),
      /** Absent for a node of a release before nodes said it. */
      version: z.optional(z.string()),
    }),
  ),
  database: z.object({ kind: z.enum(['embedded', 'postgresql']) }),
  /** The disk is absent if the data is on another machine. */
  storage: z.object({
    disk: z.optional(z.object({ totalBytes: z.int(), freeBytes: z.int() })),
  }),
  /** The push services that are configured, as all nodes see them together. */
  pushServices: z.array(
    z.object({
      name: z.string(),
      /** On the node where it does worst. `failing`: nothing is sent for a while; `trying`: the next message is a probe. */
      state: z.enum(['working', 'trying', 'failing']),
      /** How many nodes use it. */
      nodes: z.optional(z.int()),
      /** Those of them where it is not working. */
      failingOn: z.optional(z.array(z.string())),
      /** Of the nodes that are there, since they started. */
      lastError: z.optional(z.object({ code: z.string(), at: z.string() })),
    }),
  ),
  /** Back ends of mini-apps that have failed, the latest failure first. */
  upstreams: z.array(
    z.object({
      appId: z.string(),
      /** `failing`: three requests in a row got no answer. */
      state: z.enum(['working', 'failing']),
      lastError: z.optional(z.object({ code: z.string(), at: z.string() })),
    }),
  ),
  /** Every variable that is not a secret; of secrets, whether they are set. */
  configuration: z.array(z.object({ name: z.string(), value: z.string() })),
  limits: z.array(z.object({ name: z.string(), value: z.number() })),
  /** Absent if the server was not started from a configuration, or if they were not asked for. */
  findings: z.optional(z.array(Finding)),
});
export type SystemReport = z.infer<typeof SystemReport>;
