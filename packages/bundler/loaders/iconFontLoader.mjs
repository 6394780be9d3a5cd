// oxlint-disable no-this-in-exported-function -- a bundler tells a loader of its file by `this`
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';

/** `react-native-vector-icons/Ionicons.js`, `@react-native-vector-icons/ionicons/lib/module/index.js` and the like. */
const ICON_SET =
  /^(?<old>.*[\\/]react-native-vector-icons)[\\/](?<set>\w+)\.js$|^(?<one>.*[\\/]@react-native-vector-icons[\\/][\w-]+)[\\/]/;

const NAME_TABLE = 'name';
const POSTSCRIPT_NAME = 6;
const WINDOWS = 3;

/**
 * Makes a set of icons bring its font along: the icons are characters of a font that an app has to have, which a page has
 * only where somebody registers it.
 *
 * Options: `runtime` (the module that registers a font).
 */
export default async function iconFontLoader(source) {
  const { runtime } = this.getOptions();
  const fonts = await fontsOf(this.resourcePath);
  const lines = fonts.map(({ file, names }, index) => {
    this.addDependency(file);
    const font = `miniappFont${index}`;
    return `import ${font} from ${JSON.stringify(file)};\nregisterMiniappFont(${JSON.stringify(names)}, ${font});`;
  });
  if (lines.length === 0) return source;
  const register = `import { registerFont as registerMiniappFont } from ${JSON.stringify(runtime)};`;
  return [source, register, ...lines].join('\n');
}

/** The fonts of a set of icons, and the names by which its styles call them: libraries differ in which they use. */
async function fontsOf(path) {
  const { old, set, one } = ICON_SET.exec(path)?.groups ?? {};
  const folder = old ? join(old, 'Fonts') : join(one ?? dirname(path), 'fonts');
  const files = await readdir(folder).catch(() => []);
  const own = files.filter((file) => /\.(ttf|otf)$/.test(file) && (!set || isOf(set, file)));
  return Promise.all(
    own.map(async (name) => {
      const file = join(folder, name);
      const names = [basename(name, extname(name)), postScriptName(await readFile(file))];
      return { file: file.replaceAll(sep, '/'), names: [...new Set(names.filter(Boolean))] };
    }),
  );
}

/** `FontAwesome5` has three: `FontAwesome5_Solid.ttf` and two more. */
function isOf(set, file) {
  return file === `${set}.ttf` || file.startsWith(`${set}_`);
}

/** The name that a font gives itself, where it can be read. */
function postScriptName(bytes) {
  try {
    const table = tableOf(bytes, NAME_TABLE);
    const texts = table.readUInt16BE(4);
    for (let index = 0; index < table.readUInt16BE(2); index++) {
      const record = table.subarray(6 + index * 12);
      if (record.readUInt16BE(6) !== POSTSCRIPT_NAME) continue;
      const start = texts + record.readUInt16BE(10);
      const text = table.subarray(start, start + record.readUInt16BE(8));
      // Two bytes for a character there, one elsewhere; all of them are ASCII.
      const isWide = record.readUInt16BE(0) === WINDOWS || record.readUInt16BE(0) === 0;
      return isWide
        ? text.filter((_, place) => place % 2 === 1).toString('latin1')
        : text.toString('latin1');
    }
  } catch {
    // It goes by the name of its file then.
  }
  return undefined;
}

function tableOf(bytes, tag) {
  for (let index = 0; index < bytes.readUInt16BE(4); index++) {
    const entry = bytes.subarray(12 + index * 16);
    if (entry.toString('latin1', 0, 4) !== tag) continue;
    const start = entry.readUInt32BE(8);
    return bytes.subarray(start, start + entry.readUInt32BE(12));
  }
  throw new Error(`There is no table ${tag}.`);
}
