/** Words of Java, of which no package can have one among its parts: Gradle makes Java of it. */
const JAVA = new Set(
  'abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch synchronized this throw throws transient true try void volatile while'.split(
    ' ',
  ),
);

/** What is wrong with an id of an app as the name of its package on android, as a sentence about it; undefined when nothing is. */
export function packageProblem(id: string): string | undefined {
  const word = id.split('.').find((part) => JAVA.has(part));
  if (word === undefined) return undefined;
  return `is ${id}, where "${word}" is a word of Java: android takes no such package`;
}
