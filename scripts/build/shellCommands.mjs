/**
 * The commands of a shell script, each as an argument vector: without comments, variable assignments before it,
 * redirections, and `npx --yes`. Enough for documents; it does not run anything.
 */
export function shellCommands(text) {
  return commandsOf(text.replaceAll('\\\n', ' ')).flatMap((command) => {
    const words = wordsOf(command).filter((word, at, all) => !isRedirection(word, at, all));
    while (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) words.shift();
    if (words[0] === 'npx') words.splice(0, words[1] === '--yes' ? 2 : 1);
    return words.length > 0 ? [words] : [];
  });
}

/** Splits a script into commands: at newlines and operators that are neither quoted nor in a comment. */
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

/** The shell script in a code block: all of it, or the `run` steps of a workflow. */
export function shellText({ language, text }) {
  if (language === 'sh') return text;
  if (language !== 'yaml') return '';
  return [...text.matchAll(/^ *- run: (.+)$/gm)].map(([, command]) => command).join('\n');
}
