import type { MediaGroup, MediaItem } from '@eyrie/domain';
import { loadStateOf } from '@eyrie/ui';
import { useState } from 'react';
import type { GridBlock } from './grid-layout.ts';
import { groupPage, useGroupPages, type PageMark, type Wanted } from './media.queries.ts';
import { spotOf } from './result-grid.tsx';

const pagesOf = (blocks: readonly GridBlock[]): PageMark[] =>
  blocks.flatMap(({ group, first, end }) => {
    const [from, to] = [Math.floor(first / groupPage), Math.floor(Math.max(first, end - 1) / groupPage)];
    return Array.from({ length: to - from + 1 }, (_, page) => ({ group, page: from + page }));
  });

const startOf = (groups: readonly MediaGroup[], group: number): number =>
  groups.slice(0, group).reduce((sum, { count }) => sum + count, 0);

/** Loads what is in sight of the grid, and knows where it lies. */
export const useSeenItems = (wanted: Wanted, groups: readonly MediaGroup[]) => {
  const [blocks, setBlocks] = useState<readonly GridBlock[]>([]);
  const marks = pagesOf(blocks).filter(({ group }) => groups[group] !== undefined);
  const { lists, failed } = useGroupPages(wanted, groups, marks);
  const state = failed ? loadStateOf(failed) : null;
  const placed = lists.flatMap((list, at) => {
    const mark = marks[at];
    if (!mark) return [];
    const start = startOf(groups, mark.group) + mark.page * groupPage;
    return list.map((media, place): [MediaItem, number] => [media, start + place]);
  });
  const isSeen = (index: number): boolean => {
    const { group, within } = spotOf(groups, index);
    return blocks.some((one) => one.group === group && within >= one.first && within < one.end);
  };
  return {
    onSight: setBlocks,
    list: placed.flatMap(([media, index]) => (isSeen(index) ? [media] : [])),
    indexOf: (oid: string): number | null => placed.find(([media]) => media.oid === oid)?.[1] ?? null,
    failed: state?.kind === 'failed' ? state : null,
  };
};
