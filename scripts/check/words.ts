/** Holds one word for one thing: docs/words.md against folders and sources. */
import type { Source } from './sources.ts';

export interface Words {
  listed: Set<string>;
  retired: string[];
}

const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim());

/** Cells of a row of the first table, with the empty ones outside its edges; the table of screen words is wider. */
const wordColumns = 5;

/** Reads the first table of docs/words.md: words of the first column, retired words in `code` of the third. */
export function readWords(markdown: string): Words {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| Word '))
    .map(cells)
    .filter((row) => row.length === wordColumns);
  return {
    listed: new Set(rows.map(([, word = '']) => word)),
    retired: rows.flatMap(([, , , old = '']) => [...old.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)),
  };
}

/** Where the addresses of the original are at home: their declarations, and what speaks to the server from outside. */
const edges = [
  /^packages\/domain\/src\/(.+\.calls|.+\.orders|call|extra-paths|.+\.topics)\.ts$/,
  /^apps\/console\/src\/platform\/outside-calls\.generated\.ts$/,
  /^packages\/dji\//,
  /^apps\/simulator\/src\/(scenarios|testing)\//,
  /^apps\/(?:console|screen)\/vite\.config\.ts$/,
  /^(docs|scripts\/check)\//,
  /\.(test|spec)\.ts$/,
];

/** The prefix of the original's addresses is as foreign as its words. */
const foreignPrefix = 'nebula';

const code = /^(apps|packages|e2e|bench|prove)\/.+\.(ts|tsx|mjs|js|css|html|json)$/;

/** Folders of rooms that are not words, and foreign words behind the edge. */
export function wordFaults(sources: readonly Source[], words: Words): string[] {
  const rooms = new Set(
    sources.flatMap(
      ({ path }) => /^(?:apps\/[^/]+\/src\/modules|packages\/domain\/src)\/[^/]+(?=\/)/.exec(path) ?? [],
    ),
  );
  const strangers = [...rooms]
    .filter((room) => !words.listed.has(room.split('/').at(-1) ?? ''))
    .map((room) => `${room}: the folder is not a word of docs/words.md`);
  // Addresses of pages, nearly all with a capital, are the original's too: people and other systems keep them.
  const retired = words.retired.map((word) => (/^[A-Z]|^handShank$/.test(word) ? `(?<!/)${word}` : word));
  const foreign = new RegExp([...retired, foreignPrefix].join('|'), 'i');
  const leaks = sources
    .filter(({ path }) => code.test(path) && !edges.some((edge) => edge.test(path)))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = foreign.exec(line)?.[0];
        return found ? [`${path}:${index + 1}: "${found}" stays at the edge; see docs/words.md`] : [];
      }),
    );
  return [...strangers, ...leaks];
}
