/** Says which rooms can be taken away: those of which no file outside them imports anything. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { placesOf, roomsOf } from './remove.ts';

interface RoomUse {
  word: string;
  /** Files outside the room that import one of its files; the printed lists follow the rooms by themselves. */
  users: string[];
}

interface Import {
  from: string;
  to: string;
}

const importsOf = (root: string): Import[] =>
  globSync('{packages,apps,e2e,prove,bench,scripts}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.generated.ts', 'scripts/rooms/template/**'],
  }).flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(/(?:from |import\(|import )'(\.[^']+)'/g)].map(
      ([, to = '']) => ({ from, to: relative(root, join(root, dirname(from), to)) }),
    ),
  );

/** Every room with those that need it; one without users is a leaf. */
export function roomUses(root: string): RoomUse[] {
  const imports = importsOf(root);
  return roomsOf(root).map((word) => {
    const places = placesOf(root, word);
    const isOwn = (path: string): boolean =>
      places.some((place) => path === place || path.startsWith(`${place}/`));
    const users = imports.filter(({ from, to }) => isOwn(to) && !isOwn(from)).map(({ from }) => from);
    return { word, users: [...new Set(users)].toSorted() };
  });
}
