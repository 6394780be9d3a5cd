/** The commands of a text in sh, each as the words that its program gets. */
export function shellCommands(text: string): string[][];

/** What a block of a document has a shell run: all of it, or the steps of a workflow. */
export function shellText(block: { language: string; text: string }): string;
