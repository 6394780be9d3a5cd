import { fileURLToPath } from 'node:url';

import { type BuildOptions, type Metafile, build } from 'esbuild';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a module for a browser, with react-native-web in the place of React Native. */
export async function bundle(
  source: string,
  options: BuildOptions = {},
): Promise<{ text: string; metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: source,
      loader: 'jsx',
      resolveDir: folder,
    },
    // Aliases are looked up from here.
    absWorkingDir: folder,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    jsx: 'automatic',
    alias: { 'react-native': 'react-native-web' },
    resolveExtensions: ['.web.tsx', '.web.ts', '.web.js', '.tsx', '.ts', '.js'],
    define: { 'process.env.NODE_ENV': '"production"', __DEV__: 'false', global: 'globalThis' },
    minify: true,
    metafile: true,
    write: false,
    ...options,
  });
  return { text: outputFiles![0]!.text, metafile: metafile! };
}
