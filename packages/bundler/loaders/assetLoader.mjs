// oxlint-disable no-this-in-exported-function -- a bundler tells a loader of its file by `this`
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

import { imageSize } from 'image-size';

/** The loader gets bytes. */
export const raw = true;

/** The parts `name`, `@2x` and `.ios` of a file name without its extension. */
const NAME =
  /^(?<name>.*?)(?:@(?<scale>\d+(?:\.\d+)?)x)?(?:\.(?<platform>ios|android|native|web))?$/;

/** Characters that have a meaning in URLs, or are not allowed in file names on every system. */
const NOT_PLAIN = /[^\w.@-]+|^\./g;
/** Names that Windows reserves for devices, with any extension: servers refuse archives that contain them. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Turns an asset into a module that exports a source for React Native's components, `{ uri, width, height, scale }`. A
 * source works without React Native's asset registry, which is below `react-native/` and which hosts do not share. Small
 * images are inlined, everything else is a file of the version.
 *
 * Options: `platform`, `folder` for files, `types` (the media types of images by extension), `inlineBytes` (the limit for
 * inlining; without it everything is inlined), `runtime` (the module that picks the source).
 */
export default async function assetLoader(content) {
  const { platform, folder, types, inlineBytes, runtime } = this.getOptions();
  const variants = await findVariants(this, content, platform);
  const type = types[extname(this.resourcePath).slice(1).toLowerCase()];
  const total = variants.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const isInline = inlineBytes === undefined || (type !== undefined && total <= inlineBytes);
  const sources = variants.map(({ name, scale, bytes }) => {
    const size = type === undefined ? {} : { ...dimensionsOf(bytes, scale), scale };
    if (isInline) return { uri: dataUri(bytes, type), ...size };
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const extension = extname(name);
    // Unique over all folders: a host may store the files of a version in a single one.
    const path = `${folder}${basename(name, extension)}.${digest}${extension}`;
    this.emitFile(path, bytes);
    return { path, ...size };
  });
  return `module.exports = require(${JSON.stringify(runtime)}).pickSource(${JSON.stringify(sources)});`;
}

/** The file in all available resolutions, the lowest first. */
async function findVariants(context, content, platform) {
  const { resourcePath } = context;
  const extension = extname(resourcePath);
  const folder = dirname(resourcePath);
  const wanted = partsOf(basename(resourcePath, extension)).name;
  context.addContextDependency(folder);
  const found = new Map();
  for (const file of await readdir(folder)) {
    if (extname(file) !== extension) continue;
    const parts = partsOf(basename(file, extension));
    const rank = ['native', platform].indexOf(parts.platform);
    if (parts.name !== wanted || (parts.platform !== undefined && rank < 0)) continue;
    const known = found.get(parts.scale);
    // A file for the platform takes precedence over one for all.
    if (!known || rank > known.rank) found.set(parts.scale, { ...parts, file, rank });
  }
  const scales = [...found.values()].toSorted((a, b) => a.scale - b.scale);
  // Browsers scale images down, so the highest resolution is enough; and all files of a version are fetched before it runs.
  const needed = platform === 'web' ? scales.slice(-1) : scales;
  return Promise.all(
    needed.map(async ({ file, scale, name }) => {
      const path = join(folder, file);
      context.addDependency(path);
      const bytes = path === resourcePath ? content : await readFile(path);
      const stem = plainName(name);
      return { name: `${stem}${scale === 1 ? '' : `@${scale}x`}${extension}`, scale, bytes };
    }),
  );
}

/** A name that is valid in archives, in URLs and on every file system. The digest after it tells files apart. */
function plainName(name) {
  return name.replaceAll(NOT_PLAIN, '_').replace(DEVICE, '$&_');
}

function dataUri(bytes, type = 'application/octet-stream') {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

function partsOf(stem) {
  const { name, scale = '1', platform } = NAME.exec(stem).groups;
  return { name, scale: Number(scale), platform };
}

function dimensionsOf(bytes, scale) {
  try {
    const { width, height } = imageSize(bytes);
    return width && height ? { width: width / scale, height: height / scale } : {};
  } catch {
    // An image of unknown size is shown in the size that its component sets.
    return {};
  }
}
