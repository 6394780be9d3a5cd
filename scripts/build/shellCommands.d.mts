/** The commands of a text in sh, each as the words that its program gets. */
export function shellCommands(text: string): string[][];
