/** Keeps retired words out of names, comments and documents: the third table of docs/words.md. */
import type { Source } from './sources.ts';

/** Cells of a row of the table, with the empty ones outside its edges. */
const columns = 6;

export interface RetiredWord {
  retired: string;
  /** The technical word to write instead. */
  instead: string;
  /** Ordinary English in a sentence: retired in names alone. */
  namesOnly: boolean;
}

export function readRetired(markdown: string): RetiredWord[] {
  return markdown
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((row) => row.length === columns)
    .flatMap(([, instead = '', , anywhere = '', inNames = '']) =>
      [anywhere, inNames].flatMap((cell, at) =>
        [...cell.matchAll(/`([^`]+)`/g)].map(([, retired = '']) => ({
          retired,
          instead,
          namesOnly: at === 1,
        })),
      ),
    );
}

/** Names that stay although a part of them is retired, each with the files that may have it. */
const allowed: readonly { name: string; files: RegExp }[] = [
  // A call that other programs know by its path.
  { name: 'openIdDoors', files: /./ },
  // The field of an answer between gateways, some of which may be of an earlier release.
  { name: 'told', files: /\/gateway-questions\.ts$/ },
];

/** Files in which a retired word must stand. */
const exempt: readonly RegExp[] = [
  // The list itself, and its test with the planted fault.
  /^docs\/words\.md$/,
  /^scripts\/check\/(retired-words|house\.test)\.ts$/,
  // Landed: a migration is never edited, and a published change keeps its text.
  /^apps\/server\/src\/migrations\//,
  /^CHANGELOG\.md$/,
  // Texts of devices and of screens, where a cover is a door and people are told things.
  /^packages\/dji\/src\/texts\//,
  /^packages\/phrases\/src\/(zh-CN|en|ar)\//,
];

const code = /\.(ts|tsx|mjs|mts)$/;

/** Comments, texts and names of a source in one pass, since a text may hold `//` and a comment a quotation mark. */
const pieces =
  /`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^{}`]*\})*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Za-z_$][\w$]*/g;

/** Parts of a name, in lower case. One with an underscore is a column or a field that others know: it has none. */
const partsOf = (name: string, path: string): string[] =>
  name.includes('_') || allowed.some((one) => one.name === name && one.files.test(path))
    ? []
    : (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());

const wordsOf = (text: string): string[] =>
  (text.match(/[A-Za-z]+/g) ?? []).map((word) => word.toLowerCase());

const namesIn = (expression: string): string[] => expression.match(/[A-Za-z_$][\w$]*/g) ?? [];

interface Found {
  word: string;
  at: number;
  inName: boolean;
}

const wordsIn = ({ path, text }: Source): Found[] => {
  if (path.endsWith('.md'))
    return [...text.matchAll(/[A-Za-z]+/g)].map(([word, ...rest]) => ({
      word: word.toLowerCase(),
      at: Number(rest.at(-2)),
      inName: false,
    }));
  if (!code.test(path)) return [];
  return [...text.matchAll(pieces)].flatMap((match) => {
    const [piece] = match;
    if (/^['"]/.test(piece)) return [];
    const inName = !piece.startsWith('/');
    // Of a template only what it evaluates is a name.
    const names = piece.startsWith('`') ? (piece.match(/(?<=\$\{)[^}]*/g) ?? []).flatMap(namesIn) : [piece];
    const words = inName ? names.flatMap((name) => partsOf(name, path)) : wordsOf(piece);
    return words.map((word) => ({ word, at: match.index, inName }));
  });
};

export function retiredFaults(sources: readonly Source[], markdown: string): string[] {
  const retired = new Map(readRetired(markdown).map((entry) => [entry.retired, entry]));
  const faultOf = (place: string, word: string, inName: boolean): string[] => {
    const entry = retired.get(word);
    if (!entry || (entry.namesOnly && !inName)) return [];
    return [`${place}: "${word}" is retired: write ${entry.instead}; see docs/words.md`];
  };
  return sources
    .filter(({ path }) => !exempt.some((one) => one.test(path)))
    .flatMap((source) => [
      ...source.path
        .split(/[/.-]/)
        .flatMap((part) => partsOf(part, source.path).flatMap((word) => faultOf(source.path, word, true))),
      ...wordsIn(source).flatMap(({ word, at, inName }) =>
        retired.has(word)
          ? faultOf(`${source.path}:${source.text.slice(0, at).split('\n').length}`, word, inName)
          : [],
      ),
    ]);
}
