import type { MediaGroup, MediaItem } from '@eyrie/domain';
import { useState } from 'react';
import type { LoadedItems } from './media.queries.ts';
import { spotOf } from './result-grid.tsx';

/** Files around the place of one that are looked through when it has moved there. */
const around = 200;

/** The file that is marked. It stays the same one when others arrive before it. */
export const useCursor = (groups: readonly MediaGroup[], items: LoadedItems) => {
  const [mark, setMark] = useState<{ index: number; media: MediaItem | null } | null>(null);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const at = (index: number): MediaItem | undefined => {
    if (index < 0 || index >= total) return undefined;
    const { group, within } = spotOf(groups, index);
    return items.at(group, within);
  };
  const now = (): { index: number; media: MediaItem | null } | null => {
    if (mark === null) return null;
    const oid = mark.media?.oid;
    const there = at(mark.index);
    if (oid === undefined || there?.oid === oid) return { index: mark.index, media: there ?? mark.media };
    for (let by = 1; by <= around; by += 1)
      for (const index of [mark.index + by, mark.index - by]) {
        const media = at(index);
        if (media?.oid === oid) return { index, media };
      }
    // It has been deleted, or lies where nothing has been loaded yet.
    return { index: Math.min(mark.index, total - 1), media: there ?? mark.media };
  };
  const current = now();
  return {
    index: current?.index ?? null,
    media: current?.media ?? null,
    async go(to: number): Promise<void> {
      const index = Math.max(0, Math.min(total - 1, to));
      const there = at(index);
      setMark({ index, media: there ?? null });
      if (there) return;
      const { group, within } = spotOf(groups, index);
      const media = await items.load(group, within);
      setMark((held) => (held?.index === index ? { index, media: media ?? null } : held));
    },
  };
};
