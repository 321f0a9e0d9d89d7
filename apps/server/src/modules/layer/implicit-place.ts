import { limits } from '@eyrie/domain/rules';
import { Refusal } from '../../platform/http/refusal.ts';

/** How the tiles below one are found without being listed (3D Tiles 1.1, implicit tiling). */
export interface Implicit {
  /** Names of what a pattern is filled in with: three for a quadtree, four for an octree. */
  names: readonly string[];
  /** Levels that there are; the first is 0. */
  levels: number;
}

const misplaced = (name: string): Refusal =>
  new Refusal('layerTileset', { values: { name: name.slice(0, 120) } });

const braces = /\{([^{}]*)\}/g;

/** Whether a pattern has each name once, and no other brace. */
export const isPattern = (link: string, { names }: Implicit): boolean => {
  const found = [...link.matchAll(braces)].map(([, name]) => name ?? '');
  return found.toSorted().join() === names.toSorted().join() && !/[{}]/.test(link.replaceAll(braces, ''));
};

/** What a viewer asks with, `{level}-{x}-{y}` and so on: it fills the names in. */
export const askedBy = ({ names }: Implicit): string => names.map((name) => `{${name}}`).join('-');

/** Figures of a place as they are asked for, level first. Null: no place of a tree of so many levels. */
export function placeOf(asked: string, levels: number = limits.layer.implicitLevels): number[] | null {
  const place = asked.split('-').map(Number);
  const [level = Number.NaN, ...at] = place;
  const plain = asked === place.join('-') && level < levels && (at.length === 2 || at.length === 3);
  return plain && at.every((one) => one < 2 ** level) ? place : null;
}

/** The file that a pattern means at a place; null where it has other names than the place has figures. */
export function filled(pattern: string, place: readonly number[]): string | null {
  const names = ['level', 'x', 'y', 'z'].slice(0, place.length);
  if (!isPattern(pattern, { names, levels: 0 })) return null;
  return pattern.replaceAll(braces, (_, name: string) => String(place[names.indexOf(name)]));
}

/** Reads places back from names of files that a pattern means. @returns figures in the order of `names`; null: it means another */
export function placesOf(pattern: string, { names, levels }: Implicit): (file: string) => string | null {
  const order = [...pattern.matchAll(braces)].map(([, name]) => name ?? '');
  const parts = pattern.split(/\{[^{}]*\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\-]/g, '\\$&'));
  const form = new RegExp(`^${parts.join('(\\d{1,9})')}$`);
  return (file) => {
    const found = form.exec(file);
    if (!found) return null;
    const asked = names.map((name) => found[order.indexOf(name) + 1]).join('-');
    if (!placeOf(asked, levels)) throw misplaced(`${file}: ${levels}`);
    return asked;
  };
}
