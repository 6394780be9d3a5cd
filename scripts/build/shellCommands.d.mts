/** The commands of a shell script, each as an argument vector. */
export function shellCommands(text: string): string[][];

/** The shell script in a code block: all of it, or the `run` steps of a workflow. */
export function shellText(block: { language: string; text: string }): string;
