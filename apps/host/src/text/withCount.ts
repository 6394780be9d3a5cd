const COUNT = /^\(\d+\) /;

/** The title of a page with how many notifications wait, `(3) Harbour`, since few browsers show a number on an icon. */
export function withCount(title: string, count: number): string {
  const plain = title.replace(COUNT, '');
  return count === 0 ? plain : `(${count}) ${plain}`;
}
