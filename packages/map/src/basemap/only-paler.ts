import type { TileLayer } from '../contract.ts';

const bare = (tiles: TileLayer): string =>
  JSON.stringify(
    Object.entries(tiles)
      .filter(([name]) => name !== 'opacity')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** Whether two are the same tiles, however much shines through them: nothing has to be fetched anew. */
export const onlyPaler = (one: TileLayer, other: TileLayer): boolean => bare(one) === bare(other);
