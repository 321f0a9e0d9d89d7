import { CallRefused } from '@eyrie/client';
import type { MediaItem } from '@eyrie/domain';
import { Loaded } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { ThermalView } from './thermal-view.tsx';
import { useTemperatures } from './thermal.queries.ts';
import { loadWhileMade } from './while-made.ts';
import { ZoomedPhoto } from './zoomed-photo.tsx';

/** An infrared photo with its temperatures; as a plain picture, and why, where nobody can read them. */
export function ThermalPhoto({ media }: { media: MediaItem }): ReactNode {
  const found = useTemperatures(media);
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
    <Loaded state={loadWhileMade(found)} waiting={<ZoomedPhoto media={media} />}>
      {() => (found.data ? <ThermalView grid={found.data} name={media.name} /> : null)}
    </Loaded>
  );
}
