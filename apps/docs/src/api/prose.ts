import { element } from './element.ts';

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

/** Renders a description as paragraphs and lists, with the inline markup that ours use: code, bold, links. */
export function prose(text: string): HTMLElement[] {
  const blocks = text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean);
  return blocks.map((block) => {
    if (!block.startsWith('- ')) return element('p', {}, ...inline(block));
    const items = block.split(/\n?- /).filter(Boolean);
    return element('ul', {}, ...items.map((item) => element('li', {}, ...inline(item))));
  });
}

/** Renders the inline markup of one line. */
export function inline(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { index, 0: all, 1: code, 2: bold, 3: label, 4: href } of text.matchAll(MARKS)) {
    parts.push(text.slice(end, index));
    if (code !== undefined) parts.push(element('code', {}, code));
    else if (bold !== undefined) parts.push(element('strong', {}, bold));
    else parts.push(element('a', { href: href ?? '' }, label));
    end = index + all.length;
  }
  return [...parts, text.slice(end)];
}
