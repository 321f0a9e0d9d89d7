import type { MediaItem } from '@eyrie/domain';
import { readSphere, wholeSphere, type Sphere } from '@eyrie/planner';
import { Skeleton } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { headOf } from './photo-view.ts';
import { SphereView } from './sphere-view.tsx';
import { isLarge, TiledPhoto } from './tiled-photo.tsx';
import { ZoomedPhoto } from './zoomed-photo.tsx';

/** Panoramas are at least so many times as wide as high; those all around exactly twice, but for a few pixels. */
const wide = 1.9;
const off = 0.01;
/** Pixels of a picture that is worth looking around in. */
const least = 1_000;

const sizeOf = ({ width, height }: MediaItem): { width: number; height: number } | null =>
  width === null || height === null || width < least || width < height * wide ? null : { width, height };

/** How a photo lies on a sphere, as it says; null: it does not say. */
const useSaidSphere = (media: MediaItem) =>
  useQuery({
    queryKey: ['media', 'sphere', media.oid],
    queryFn: async () => readSphere(await headOf(media.url)),
    enabled: sizeOf(media) !== null,
    staleTime: Infinity,
  });

/** A photo as it lies flat: in tiles where it is too large to be shown at once. */
const flatOf = (media: MediaItem): ReactNode =>
  isLarge(media) ? <TiledPhoto media={media} /> : <ZoomedPhoto media={media} />;

/** A photo, flat or as a sphere about the camera where it is a panorama: that at first where it says so. */
export function PlainPhoto({ media }: { media: MediaItem }): ReactNode {
  const text = useText();
  const { data: said, isLoading } = useSaidSphere(media);
  const [isFlat, setFlat] = useState<boolean | null>(null);
  const size = sizeOf(media);
  // Flat at first it would be zoomed and cut into tiles, and then be replaced by the sphere.
  if (isLoading) return <Skeleton />;
  const isWhole = size !== null && Math.abs(size.width / size.height - 2) <= off;
  const sphere: Sphere | null = said ?? (isWhole ? wholeSphere(size.width, size.height) : null);
  if (!sphere) return flatOf(media);
  const shownFlat = isFlat ?? !said;
  return (
    <div>
      {shownFlat ? flatOf(media) : <SphereView media={media} sphere={sphere} />}
      <Button size="small" aria-pressed={!shownFlat} onClick={() => setFlat(!shownFlat)}>
        {text('media.sphere')}
      </Button>
    </div>
  );
}
