const WORDS = (
  'account action amount api app array async await basket button cache call cart catalog change children class click ' +
  'close color component config content context count create currency current customer data date default delivery ' +
  'detail dispatch document draft effect element empty error event fetch field filter format function header height ' +
  'hidden host icon image index input invoice item key label layout length list load locale map message method modal ' +
  'name navigate notify number object offset open option order padding page parse payment pending place position ' +
  'press price product promise props query range reason ref refresh render reply request reset result return route ' +
  'save screen scroll search select send session shop size sort source state status stock store style submit sum ' +
  'tab text theme time title toggle token total type update url user value version view visible width window'
).split(' ');

/** Deterministic text of exactly this many bytes that compresses like the code of a bundle. */
export function scriptText(bytes: number, seed: number): string {
  const random = randomNumbers(seed);
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!;
  const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
  const name = () =>
    pick(WORDS) + capital(pick(WORDS)) + (random() < 0.3 ? capital(pick(WORDS)) : '');
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26));
  const number = () => Math.floor(random() * 10_000);
  const statements = [
    () =>
      `function ${name()}(${letter()},${letter()}){return ${letter()}.${name()}(${letter()}.${pick(WORDS)})}`,
    () =>
      `const ${name()}=${letter()}=>({...${letter()},${pick(WORDS)}:${number()},${name()}:"${pick(WORDS)} ${pick(WORDS)}"});`,
    () =>
      `if(${letter()}.${pick(WORDS)}===${number()})throw new Error("${pick(WORDS)} ${name()} ${number()}");`,
    () =>
      `(0,${letter()}.jsx)(${capital(pick(WORDS))},{${pick(WORDS)}:${letter()}.${name()},style:${letter()}.${pick(WORDS)},children:"${capital(pick(WORDS))} ${pick(WORDS)}"}),`,
    () =>
      `${number()}:(${letter()},${letter()},${letter()})=>{${letter()}.d(${letter()},{${name()}:()=>${name()}});`,
    () =>
      `await ${letter()}.${name()}({url:\`/v1/${pick(WORDS)}/\${${letter()}.${pick(WORDS)}}\`,method:"${pick(['GET', 'POST', 'PUT'])}"});`,
  ];
  const parts: string[] = [];
  for (let length = 0; length < bytes;) {
    const part = pick(statements)() + (random() < 0.2 ? '\n' : '');
    parts.push(part);
    length += part.length;
  }
  return parts.join('').slice(0, bytes);
}

/** A seeded random number generator (mulberry32) for numbers from 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
