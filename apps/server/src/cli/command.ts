/** One of the operator's commands. */
export interface CliCommand {
  /** What is typed after `eyrie`, such as `organisation add`. */
  words: string;
  /** Options as typed, for the help. */
  usage?: string;
  summary: string;
  /** @param args what follows the words. Throws with a sentence for the operator when it cannot be done. */
  run: (args: string[]) => Promise<void>;
}

/** Prints one line for the operator or for the next program in a pipe. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
