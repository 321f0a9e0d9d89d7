import { pyramidCalls, type Pyramid } from '@eyrie/domain';
import { queryOptions } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { smallestTile, tilesInSight, type TileSight } from './pyramid-tiles.ts';
import { whileMade } from './while-made.ts';

/** The size of an element, pixels of the screen; it is looked at again when that changes. */
function useArea() {
  const area = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: width * devicePixelRatio, height: height * devicePixelRatio });
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { area, size };
}

const addressOf = (oid: string, tile: number): string =>
  pyramidCalls.tile.path.replace('{id}', oid).replace('{tile}', String(tile));

/** The size of a large photo as tiles, which the server makes when they are asked for first. */
export const pyramidQuery = (oid: string) =>
  queryOptions<Pyramid>({
    queryKey: ['pyramid', oid],
    queryFn: ({ signal }) => call(pyramidCalls.pyramid, { oid }, { signal, toast: false }),
    ...whileMade,
  });

/** Of a large photo what an element shows: all of it in one tile, and those in sight over that, as a canvas draws them. */
export function useTiles(oid: string, pyramid: Pyramid, { zoom, middle }: Omit<TileSight, 'area'>) {
  const { area, size } = useArea();
  // Another address makes a browser ask again for what did not come.
  const [attempt, setAttempt] = useState(0);
  const [isCoarse, setCoarse] = useState(false);
  const urlOf = (tile: number): string => `${addressOf(oid, tile)}${attempt === 0 ? '' : `#${attempt}`}`;
  return {
    /** Of the element in which they are shown. */
    area,
    url: urlOf(smallestTile(pyramid)),
    tiles: tilesInSight(pyramid, { zoom, middle, area: size }).map(({ tile, ...place }) => ({
      ...place,
      url: urlOf(tile),
    })),
    isCoarse,
    failed: () => setCoarse(true),
    again: () => {
      setCoarse(false);
      setAttempt(attempt + 1);
    },
  };
}

/** Says that some tiles did not come, and asks for them again. */
export function CoarseTiles({ tiles }: { tiles: ReturnType<typeof useTiles> }): ReactNode {
  const text = useText();
  if (!tiles.isCoarse) return null;
  return (
    <p className="media-none" role="alert">
      {text('media.tiles.coarse')}{' '}
      <Button size="small" onClick={tiles.again}>
        {text('app.retry')}
      </Button>
    </p>
  );
}
