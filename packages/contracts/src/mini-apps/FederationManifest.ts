import * as z from 'zod/mini';

const assetList = z.optional(
  z.object({ sync: z.optional(z.array(z.string())), async: z.optional(z.array(z.string())) }),
);

/** The parts of `mf-manifest.json` that the platform relies on; everything else passes through. */
export const FederationManifest = z.looseObject({
  name: z.string(),
  metaData: z.looseObject({
    name: z.optional(z.string()),
    globalName: z.optional(z.string()),
    remoteEntry: z.looseObject({ name: z.string(), path: z.optional(z.string()) }),
  }),
  shared: z.optional(
    z.array(
      z.looseObject({
        name: z.string(),
        version: z.optional(z.nullable(z.string())),
        requiredVersion: z.optional(z.nullable(z.string())),
        singleton: z.optional(z.boolean()),
      }),
    ),
  ),
  exposes: z.array(
    z.looseObject({
      name: z.string(),
      path: z.optional(z.string()),
      assets: z.optional(z.looseObject({ js: assetList, css: assetList })),
    }),
  ),
});
export type FederationManifest = z.infer<typeof FederationManifest>;
