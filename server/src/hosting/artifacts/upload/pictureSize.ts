/** The size of a picture in pixels, according to its header. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * The size of a PNG, JPEG or WebP, from its header; undefined if a decoder would find none either. It bounds the memory
 * that a picture takes wherever it is shown.
 */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  if (tagAt(bytes, 1) === 'PNG\r') return pngSize(bytes);
  if (tagAt(bytes, 8) === 'WEBP') return webpSize(bytes);
  return jpegSize(bytes);
}

function pngSize(bytes: Buffer): PictureSize | undefined {
  if (tagAt(bytes, 12) !== 'IHDR' || bytes.length < 24) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function webpSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30) return undefined;
  switch (tagAt(bytes, 12)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return undefined;
  }
}

const JPEG_FRAMES = { first: 0xc0, last: 0xcf, others: new Set([0xc4, 0xc8, 0xcc]) };
const isWithoutLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);

/** Goes from marker to marker and skips what is between them, as decoders do. */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  let at = 0;
  while (at + 9 <= bytes.length) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0) at += 1;
    else if (isWithoutLength(marker)) at += 2;
    else if (isFrame(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function isFrame(marker: number): boolean {
  const { first, last, others } = JPEG_FRAMES;
  return marker >= first && marker <= last && !others.has(marker);
}

function tagAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}
