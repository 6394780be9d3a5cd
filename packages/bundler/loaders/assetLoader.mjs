// oxlint-disable no-this-in-exported-function -- a bundler tells a loader of its file by `this`
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

import { imageSize } from 'image-size';

/** The loader gets bytes. */
export const raw = true;

/** `name`, `@2x`, `.ios` of a file whose extension is cut off. */
const NAME =
  /^(?<name>.*?)(?:@(?<scale>\d+(?:\.\d+)?)x)?(?:\.(?<platform>ios|android|native|web))?$/;

/** Everything that means something in an address, or that not every system has in names. */
const NOT_PLAIN = /[^\w.@-]+|^\./g;
/** What Windows takes for a device, whatever follows behind a dot: servers refuse an archive with it. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Makes a module of an asset: the source that React Native's components take, `{ uri, width, height, scale }`. React
 * Native's own registry of assets is below `react-native/`, which hosts do not share; a source works without it. Pictures
 * that are small are in the code, everything else is a file of the version.
 *
 * Options: `platform`, `folder` for files, `types` of pictures by extension, `inlineBytes` (left out, there are no files at
 * all), `runtime` (the module that picks the source).
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
    // Unlike in all folders: a host may put the files of a version into one.
    const path = `${folder}${basename(name, extension)}.${digest}${extension}`;
    this.emitFile(path, bytes);
    return { path, ...size };
  });
  return `module.exports = require(${JSON.stringify(runtime)}).pickSource(${JSON.stringify(sources)});`;
}

/** The file in every resolution that there is, the lowest first. */
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
    // What is made for the platform goes before what is for all.
    if (!known || rank > known.rank) found.set(parts.scale, { ...parts, file, rank });
  }
  const scales = [...found.values()].toSorted((a, b) => a.scale - b.scale);
  // A browser shows a picture smaller than it is: one file does, and all of a version's are fetched before it runs.
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

/** A name that is the same in an archive, in an address and on every disk. The digest behind it tells files apart. */
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
    // A picture that cannot be measured is shown in the size that its component gives it.
    return {};
  }
}
