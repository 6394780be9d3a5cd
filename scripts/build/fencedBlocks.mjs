/**
 * The fenced code blocks of a Markdown text: the language after the fence (empty without one), the text without the
 * indentation of a list, and the line that it starts on.
 */
export function fencedBlocks(markdown) {
  const fence = /^( *)```([^\n`]*)\n([^]*?)^ *```$/gm;
  return [...markdown.matchAll(fence)].map(({ index, 1: indent, 2: language, 3: text }) => ({
    language: language.trim(),
    text: text.replaceAll(new RegExp(`^ {0,${indent.length}}`, 'gm'), ''),
    line: markdown.slice(0, index).split('\n').length + 1,
  }));
}
