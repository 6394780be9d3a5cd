import {
  CachesDirectoryPath,
  exists,
  mkdir,
  moveFile,
  readDir,
  readFile,
  unlink,
  writeFile,
} from '@dr.pogodin/react-native-fs';

import type { ScriptFiles } from '../native/ScriptManager.types.ts';
import type { FileStore } from '../ports/stores.types.ts';
import { fromBase64, toBase64 } from './base64.ts';

const ROOT = `${CachesDirectoryPath}/mini-apps`;

/** Files of mini-apps in the app's cache folder: if the system deletes them, they are fetched again. */
export function createNativeFiles(): { files: FileStore; scripts: ScriptFiles } {
  const folder = `${ROOT}/files`;
  const at = (sha256: string) => `${folder}/${sha256}`;
  return {
    files: {
      async read(sha256) {
        if (!(await exists(at(sha256)))) return undefined;
        return fromBase64(await readFile(at(sha256), 'base64'));
      },
      write: (sha256, bytes) => writeWhole(folder, sha256, bytes),
      async delete(sha256) {
        if (await exists(at(sha256))) await unlink(at(sha256));
      },
      async list() {
        if (!(await exists(folder))) return [];
        const names = (await readDir(folder)).map(({ name }) => name);
        return names.filter((name) => /^[0-9a-f]{64}$/.test(name));
      },
    },
    scripts: {
      async place({ appId, version }, path, bytes) {
        const [name = ''] = path.split('/').slice(-1);
        const versionFolder = `${ROOT}/scripts/${appId}/${version}`;
        await writeWhole(versionFolder, name, bytes);
        return `file://${versionFolder}/${name}`;
      },
    },
  };
}

/** Writes under another name first: a partial file must never be mistaken for a complete one. */
async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder);
  const unfinished = `${folder}/${name}.unfinished`;
  await writeFile(unfinished, toBase64(bytes), 'base64');
  if (await exists(`${folder}/${name}`)) await unlink(`${folder}/${name}`);
  await moveFile(unfinished, `${folder}/${name}`);
}
