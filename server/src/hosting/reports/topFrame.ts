/** The first line of a stack that is a frame, in the format of V8, Hermes or Safari. */
export function topFrame(stack: string): string {
  const lines = stack.split('\n').map((line) => line.trim());
  return lines.find((line) => /^at |^[^@]*@.*:\d/.test(line)) ?? lines[0] ?? '';
}
