/** The extra fields of a header; undefined when they do not fill it exactly, and readers would see different ones. */
export function readExtraFields(raw: Buffer): { id: number; data: Buffer }[] | undefined {
  const fields: { id: number; data: Buffer }[] = [];
  let at = 0;
  while (at + 4 <= raw.length) {
    const end = at + 4 + raw.readUInt16LE(at + 2);
    if (end > raw.length) return undefined;
    fields.push({ id: raw.readUInt16LE(at), data: raw.subarray(at + 4, end) });
    at = end;
  }
  // Up to three bytes of zeros: some tools pad with them to align the data.
  return raw.subarray(at).every((byte) => byte === 0) ? fields : undefined;
}
