/** What all printed lists share. */
import { existsSync, readFileSync } from 'node:fs';

export const head =
  '// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.\n';

export const camelCase = (word: string): string =>
  word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names that a file exports. */
export const exportsOf = (file: string): string[] =>
  existsSync(file)
    ? [...readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name = '']) => name,
      )
    : [];

export const lines = <T>(list: readonly T[], form: (one: T) => string): string => list.map(form).join('');
