/** Generates the heading ids that GitHub generates, so that a link to a heading works in both places. */
export function createSlugs() {
  const given = new Map();
  return (heading) => {
    const plain = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const times = given.get(plain) ?? 0;
    given.set(plain, times + 1);
    return times === 0 ? plain : `${plain}-${times}`;
  };
}
