/** The first bytes of a PNG: signature, size, colour type. */
export function pngOf(width: number, colours: 2 | 6, height = width): Buffer {
  const header = Buffer.alloc(26);
  header.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.set([8, colours], 24);
  return header;
}
