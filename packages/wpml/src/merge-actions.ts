import { children, word } from './fields.ts';
import { paramStays } from './merge-values.ts';
import type { WpmlAction } from './route.ts';
import type { XmlElement } from './xml.ts';

/** Where the camera hangs that the file is for. */
export const mainPositionOf = (missionConfig: XmlElement | null): string =>
  word(children(missionConfig, 'payloadInfo')[0], 'payloadPositionIndex') ?? '0';

/** What an action does when it was not edited: its place among the actions before, by the place among those after. */
export type Alignment = ReadonlyMap<number, { readonly before: number; readonly same: boolean }>;

type Same = (after: number, before: number) => boolean;

/** The longest run of actions that stayed in order, for lists of a few dozens. */
function inOrder(after: number, before: number, same: Same): [number, number][] {
  const best: number[][] = Array.from({ length: after + 1 }, () =>
    Array.from({ length: before + 1 }, () => 0),
  );
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  for (let row = after - 1; row >= 0; row -= 1)
    for (let column = before - 1; column >= 0; column -= 1)
      (best[row] as number[])[column] = same(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < after && column < before;)
    if (same(row, column)) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  return pairs;
}

/**
 * Which action has become of which: first those that stayed as they are in order, then those that stayed elsewhere, then what
 * does the same with other values.
 */
export function aligned(after: readonly WpmlAction[], before: readonly WpmlAction[], same: Same): Alignment {
  const found = new Map<number, { before: number; same: boolean }>();
  const taken = new Set<number>();
  const pair = (one: number, other: number, isSame: boolean): void => {
    found.set(one, { before: other, same: isSame });
    taken.add(other);
  };
  for (const [one, other] of inOrder(after.length, before.length, same)) pair(one, other, true);
  for (const by of [same, (one: number, other: number) => after[one]?.func === before[other]?.func])
    for (const one of after.keys()) {
      if (found.has(one)) continue;
      const other = before.findIndex((_, at) => !taken.has(at) && by(one, at));
      if (other >= 0) pair(one, other, by === same);
    }
  return found;
}

/** Names of the parameters of an edited action that are to be written into that of the file. */
export function changedParams(
  after: WpmlAction,
  before: WpmlAction,
  inFile: WpmlAction,
  mainPosition: string,
): readonly string[] {
  const of = { func: inFile.func, mainPosition };
  return Object.keys(after.params).filter(
    (name) =>
      after.params[name] !== before.params[name] && !paramStays(name, inFile.params, after.params, of),
  );
}
