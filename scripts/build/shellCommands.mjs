/**
 * The commands of a text in sh, each as the words that its program gets: without comments, variables before it, what is
 * redirected, and `npx --yes`. Enough for documents; it does not run anything.
 */
export function shellCommands(text) {
  return commandsOf(text.replaceAll('\\\n', ' ')).flatMap((command) => {
    const words = wordsOf(command).filter((word, at, all) => !isRedirection(word, at, all));
    while (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) words.shift();
    if (words[0] === 'npx') words.splice(0, words[1] === '--yes' ? 2 : 1);
    return words.length > 0 ? [words] : [];
  });
}

/** Cuts a text where a command ends: at a line's end or an operator, unless that is quoted or in a comment. */
function commandsOf(text) {
  const commands = [''];
  const tokens = /'[^']*'|"(?:[^"\\]|\\.)*"|(?<=^|\s)#.*|&&|\|\||[;|\n]|[^]/gm;
  for (const [token] of text.matchAll(tokens)) {
    if (/^(&&|\|\||[;|\n])$/.test(token)) commands.push('');
    else if (!token.startsWith('#')) commands.push(commands.pop() + token);
  }
  return commands;
}

function wordsOf(command) {
  const words = command.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"/g, '$1$2'));
}

function isRedirection(word, at, all) {
  return /^\d?[<>]/.test(word) || /^\d?[<>]{1,2}$/.test(all[at - 1] ?? '');
}

/** What a block of a document has a shell run: all of it, or the steps of a workflow. */
export function shellText({ language, text }) {
  if (language === 'sh') return text;
  if (language !== 'yaml') return '';
  return [...text.matchAll(/^ *- run: (.+)$/gm)].map(([, command]) => command).join('\n');
}
