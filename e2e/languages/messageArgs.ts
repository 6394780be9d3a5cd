import { type MessagePart, parseMessage } from '@host/contracts/messages';

/** What a message is filled in with. A language may need a plural where another has a number alone: that is the same. */
export function messageArgs(text: string): string {
  const found = new Set<string>();
  collect(parseMessage(text), found);
  return [...found].toSorted().join(' ');
}

/** The forms of every plural in a message. */
export function pluralForms(text: string): string[][] {
  const found: string[][] = [];
  const look = (parts: MessagePart[]) => {
    for (const part of parts) {
      if (typeof part !== 'object' || !('options' in part)) continue;
      if (part.type === 'plural') found.push(Object.keys(part.options));
      Object.values(part.options).forEach(look);
    }
  };
  look(parseMessage(text));
  return found;
}

function collect(parts: MessagePart[], found: Set<string>): void {
  for (const part of parts) {
    if (typeof part === 'string' || part.type === '#') continue;
    found.add(part.type === 'select' ? `${part.name} chosen by` : part.name);
    if ('options' in part) Object.values(part.options).forEach((each) => collect(each, found));
  }
}
