import type { MediaGroup, MediaItem } from '@eyrie/domain';
import { useRef, useState } from 'react';
import { chosenMost, type LoadedItems } from './media.queries.ts';
import { spotOf } from './result-grid.tsx';

type File = Pick<MediaItem, 'oid' | 'name' | 'kind' | 'flightOID'>;

/** Files that are chosen: one by one, or all from the last one to another. */
export const useChosen = () => {
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map());
  const anchor = useRef<number | null>(null);
  const loaded = async (
    index: number,
    items: LoadedItems,
    groups: readonly MediaGroup[],
  ): Promise<MediaItem | undefined> => {
    const { group, within } = spotOf(groups, index);
    return items.at(group, within) ?? items.load(group, within);
  };
  return {
    files,
    async choose(
      index: number,
      range: boolean,
      items: LoadedItems,
      groups: readonly MediaGroup[],
    ): Promise<void> {
      const from = range ? (anchor.current ?? index) : index;
      if (!range || anchor.current === null) anchor.current = index;
      const length = Math.min(chosenMost, Math.abs(index - from) + 1);
      const found: MediaItem[] = [];
      for (let step = 0; step < length; step += 1) {
        const media = await loaded(from + (index < from ? -step : step), items, groups);
        if (media) found.push(media);
      }
      setFiles((now) => {
        const next = new Map(now);
        const [only] = found;
        if (!range && only && next.delete(only.oid)) return next;
        for (const { oid, name, kind, flightOID } of found)
          if (next.size < chosenMost) next.set(oid, { oid, name, kind, flightOID });
        return next;
      });
    },
    drop(oids: readonly string[]): void {
      setFiles((now) => new Map([...now].filter(([oid]) => !oids.includes(oid))));
    },
    clear(): void {
      anchor.current = null;
      setFiles(new Map());
    },
  };
};
export type Chosen = ReturnType<typeof useChosen>;
