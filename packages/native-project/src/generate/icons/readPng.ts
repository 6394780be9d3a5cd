import { readFile } from 'node:fs/promises';

/** The header of a PNG. */
interface Png {
  /** Width and height. */
  pixels: number;
  hasAlpha: boolean;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [WIDTH_AT, HEIGHT_AT, COLOURS_AT] = [16, 20, 25];
/** The PNG colour types with an alpha channel: greyscale and RGB. */
const WITH_ALPHA = new Set([4, 6]);

/** Reads a picture from a field of `app.json`, and refuses anything but a square PNG. */
export async function readPng(field: string, file: string): Promise<Png> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Error(`${field} in app.json names ${file}, and there is no such file.`, {
      cause: error,
    });
  });
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) || bytes.length <= COLOURS_AT) {
    throw new Error(`${field} in app.json names ${file}, which is no PNG.`);
  }
  const [width, height] = [bytes.readUInt32BE(WIDTH_AT), bytes.readUInt32BE(HEIGHT_AT)];
  if (width !== height) {
    throw new Error(`${field} in app.json is ${width} × ${height} px, expected a square picture.`);
  }
  return { pixels: width, hasAlpha: WITH_ALPHA.has(bytes.readUInt8(COLOURS_AT)) };
}
