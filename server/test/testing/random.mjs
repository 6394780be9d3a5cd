// mulberry32. What it is for stands in random.d.mts.
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end) => Math.floor(next() * end);
  return {
    below,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    oneOf: (list) => list[below(list.length)],
  };
}
