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

/** Other files that are not code. JSON counts as code: it is read when the mini-app is built. */
const OTHERS =
  'otf ttf woff woff2 aac aiff caf m4a mp3 wav m4v mov mp4 mpeg mpg webm db html obj pdf txt xml yaml yml zip';

const SCALES = ['1', '1.5', '2', '3', '4'];

/** Up to this many bytes, in all resolutions, a picture is in the code: a file of its own would cost more than it. */
const INLINE_BYTES = 8 * 1024;

/** The modules of libraries that draw icons as characters of a font. */
const ICON_SETS =
  /[\\/]node_modules[\\/](?:react-native-vector-icons[\\/]\w+\.js|@react-native-vector-icons[\\/](?!common[\\/])[\w-]+[\\/](?:lib|dist)[\\/].*index\.m?js)$/;

/** What React Native's registry of assets is imported by; the second name is since 0.86. */
export const ASSET_REGISTRY = /^(?:@react-native|react-native)\/assets-registry\/registry$/;

/** How assets become modules. */
export function assetRule({ platform, standalone, serve }: BuildPlan): RuleSetRule {
  // The dev server of a device, and a mini-app that runs by itself there, have no host that says where files are.
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

/** How a set of icons gets its font in a page; on a device, it is one of the app's own. */
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

/** A picture may be there in other resolutions only: `one.png` is found where there is just `one@2x.png`. */
export function assetAliases(): NonNullable<ResolveOptions['extensionAlias']> {
  const entries = Object.keys(PICTURES).map((extension) => [
    `.${extension}`,
    [`.${extension}`, ...SCALES.map((scale) => `@${scale}x.${extension}`)],
  ]);
  return Object.fromEntries(entries) as Record<string, string[]>;
}
