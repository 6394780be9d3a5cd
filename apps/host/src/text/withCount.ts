const COUNT = /^\(\d+\) /;

/** A page title with the unread count, `(3) Harbour`, since few browsers support badges on icons. */
export function withCount(title: string, count: number): string {
  const plain = title.replace(COUNT, '');
  return count === 0 ? plain : `(${count}) ${plain}`;
}
