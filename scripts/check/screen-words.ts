/** Holds one word for one thing on screen: the second table of docs/words.md against the texts that people read. */
import type { Source } from './sources.ts';

/** Cells of a row of the table, with the empty ones outside its edges. */
const columns = 7;

/** Renderings that no text may use, of the last column, with the word they stand for. */
export function readAvoided(markdown: string): { word: string; avoided: string }[] {
  return markdown
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((row) => row.length === columns)
    .flatMap(([, word = '', , , , not = '']) =>
      [...not.matchAll(/`([^`]+)`/g)].map(([, avoided = '']) => ({ word, avoided })),
    );
}

const texts = /^packages\/(phrases\/src\/[^/]+\/|dji\/src\/texts\/).+\.ts$/;

/** Texts that call a thing by another name than the rest of the product does. */
export function screenWordFaults(sources: readonly Source[], markdown: string): string[] {
  const avoided = readAvoided(markdown);
  return sources
    .filter(({ path }) => texts.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          avoided
            .filter((entry) => line.includes(entry.avoided))
            .map(
              (entry) =>
                `${path}:${index + 1}: "${entry.avoided}" is called otherwise: see ${entry.word} in docs/words.md`,
            ),
        ),
    );
}
