/**
 * Adds what senders are called in a chart: their names, or their ids where these are not known. Names are not unique, and two
 * senders must not become one: a name that several have stands with the id.
 */
export function labelSenders<Row extends { sender: string; senderName?: string | undefined }>(
  rows: readonly Row[],
): (Row & { label: string })[] {
  const sendersOf = new Map<string, Set<string>>();
  for (const { sender, senderName = sender } of rows) {
    sendersOf.set(senderName, (sendersOf.get(senderName) ?? new Set()).add(sender));
  }
  return rows.map((row) => {
    const { sender, senderName = sender } = row;
    const isShared = sendersOf.get(senderName)!.size > 1;
    return { ...row, label: isShared ? `${senderName} (${sender})` : senderName };
  });
}
