import { CallRefused } from '@eyrie/client';
import { resultLimits, type MediaItem, type Pyramid } from '@eyrie/domain';
import { Loaded } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { PictureCanvas } from '../../platform/picture-canvas.tsx';
import { useText } from '../../platform/text.tsx';
import { useSight } from '../../platform/use-sight.ts';
import { middleAfter } from './pyramid-tiles.ts';
import { CoarseTiles, pyramidQuery, useTiles } from './use-tiles.tsx';
import { loadWhileMade } from './while-made.ts';
import { ZoomedPhoto } from './zoomed-photo.tsx';

const step = 1.5;

/** Whether a photo is too large to be shown at once. */
export const isLarge = ({ kind, reading, width, height }: MediaItem): boolean =>
  kind === 'photo' && reading === 'done' && (width ?? 0) * (height ?? 0) >= resultLimits.pyramidFrom;

interface Moves {
  by: (times: number) => void;
  fit: () => void;
  /** @returns whether the key moves what is seen */
  arrow: (key: string) => boolean;
}

/** The wheel and the keys + − 0 make it larger and smaller, arrows move it where it is held. */
function useZoomKeys(element: { current: HTMLElement | null }, { by, fit, arrow }: Moves) {
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    by(1.0015 ** -event.deltaY);
  });
  const key = useEffectEvent((event: KeyboardEvent) => {
    const isTyped = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') by(step);
    else if (event.key === '-') by(1 / step);
    else if (event.key === '0') fit();
  });
  const held = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !arrow(event.key)) return;
    // The same arrows lead to other photos where it is not held.
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const area = element.current;
    area?.addEventListener('wheel', wheel, { passive: false });
    area?.addEventListener('keydown', held);
    document.addEventListener('keydown', key);
    return () => {
      area?.removeEventListener('wheel', wheel);
      area?.removeEventListener('keydown', held);
      document.removeEventListener('keydown', key);
    };
  }, [element]);
}

function Tiled({ media, pyramid }: { media: MediaItem; pyramid: Pyramid }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const sight = useSight();
  const tiles = useTiles(media.oid, pyramid, sight);
  const { area } = tiles;
  const middle = { x: pyramid.width / 2, y: pyramid.height / 2 };
  const by = (times: number): void => sight.by(times, middle);
  const arrow = (key: string): boolean => {
    const next = middleAfter(pyramid, key, sight);
    if (next) sight.move(next);
    return next !== null;
  };
  useZoomKeys(area, { by, fit: sight.fit, arrow });
  return (
    <div>
      <div
        ref={area}
        className="media-tiled"
        dir="ltr"
        role="group"
        aria-label={text('media.tiles.area', { name: media.name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what moves must be moved by the keyboard too
        tabIndex={0}
      >
        <PictureCanvas
          url={tiles.url}
          alt={media.name}
          size={pyramid}
          boxes={[]}
          tiles={tiles.tiles}
          onTileFailed={tiles.failed}
          zoom={sight.zoom}
          {...(sight.middle ? { middle: sight.middle } : {})}
          onMove={sight.move}
        />
      </div>
      <CoarseTiles tiles={tiles} />
      <p className="media-zoom-tools ey-row ey-gap-8">
        <Button size="small" disabled={sight.zoom === 1} onClick={() => by(1 / step)}>
          {text('media.zoomOut')}
        </Button>
        <Button size="small" onClick={() => by(step)}>
          {text('media.zoomIn')}
        </Button>
        <Button size="small" disabled={sight.zoom === 1} onClick={sight.fit}>
          {text('media.zoomWhole')}
        </Button>
        <span role="status">{text('media.zoomBy', { times: figures.amount(sight.zoom, undefined, 1) })}</span>
      </p>
    </div>
  );
}

/** A large photo, of which what is in sight is fetched in tiles; as a plain picture, and why, where there are none. */
export function TiledPhoto({ media }: { media: MediaItem }): ReactNode {
  const { oid } = media;
  const found = useQuery(pyramidQuery(oid));
  if (found.error instanceof CallRefused)
    return (
      <div>
        <ZoomedPhoto media={media} />
        <p className="media-none" role="status">
          {found.error.message}
        </p>
      </div>
    );
  return (
    <Loaded state={loadWhileMade(found)}>
      {() => (found.data ? <Tiled media={media} pyramid={found.data} /> : null)}
    </Loaded>
  );
}
