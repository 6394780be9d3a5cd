import { fileURLToPath } from 'node:url';

import { ASSETS_FOLDER } from '@host/contracts';
import type { ResolveOptions, RuleSetRule } from '@rspack/core';

import type { BuildPlan } from './BuildPlan.types.ts';

/** Pictures, which may come in several resolutions, with their types. */
const PICTURES: Record<string, string> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** Other asset files. JSON counts as code: it is compiled into the bundle. */
const OTHERS =
  'otf ttf woff woff2 aac aiff caf m4a mp3 wav m4v mov mp4 mpeg mpg webm db html obj pdf txt xml yaml yml zip';

const SCALES = ['1', '1.5', '2', '3', '4'];

/** Pictures up to this size, over all resolutions, are inlined: a separate file would cost more. */
const INLINE_BYTES = 8 * 1024;

/** The modules of libraries that draw icons as characters of a font. */
const ICON_SETS =
  /[\\/]node_modules[\\/](?:react-native-vector-icons[\\/]\w+\.js|@react-native-vector-icons[\\/](?!common[\\/])[\w-]+[\\/](?:lib|dist)[\\/].*index\.m?js)$/;

/** The import of React Native's asset registry; the second name exists since 0.86. */
export const ASSET_REGISTRY = /^(?:@react-native|react-native)\/assets-registry\/registry$/;

/** The rule that turns assets into modules. */
export function assetRule({ platform, standalone, serve }: BuildPlan): RuleSetRule {
  // With a dev server on a device, and for a standalone mini-app, there is no host that knows where files are.
  const isAlone = platform !== 'web' && (standalone || serve);
  const extensions = [...Object.keys(PICTURES), ...OTHERS.split(' ')];
  return {
    test: new RegExp(`\\.(${extensions.join('|')})$`, 'i'),
    type: 'javascript/auto',
    use: {
      loader: fileURLToPath(new URL('../loaders/assetLoader.mjs', import.meta.url)),
      options: {
        platform,
        folder: ASSETS_FOLDER,
        types: PICTURES,
        ...(!isAlone && { inlineBytes: INLINE_BYTES }),
        runtime: fileURLToPath(new URL('../entries/pickSource.js', import.meta.url)),
      },
    },
  };
}

/** The rule that loads the font of an icon set in a page; on a device, the font is part of the app. */
export function iconFontRule(): RuleSetRule {
  return {
    test: ICON_SETS,
    enforce: 'pre',
    use: {
      loader: fileURLToPath(new URL('../loaders/iconFontLoader.mjs', import.meta.url)),
      options: { runtime: fileURLToPath(new URL('../entries/registerFont.js', import.meta.url)) },
    },
  };
}

/** Resolves pictures that only exist in other resolutions: `one.png` if there is just `one@2x.png`. */
export function assetAliases(): NonNullable<ResolveOptions['extensionAlias']> {
  const entries = Object.keys(PICTURES).map((extension) => [
    `.${extension}`,
    [`.${extension}`, ...SCALES.map((scale) => `@${scale}x.${extension}`)],
  ]);
  return Object.fromEntries(entries) as Record<string, string[]>;
}
