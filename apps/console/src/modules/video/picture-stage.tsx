import type { Clarity } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useRef, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { LivePicture, type LivePictureProps } from './live-picture.tsx';
import { usePicture } from './use-picture.ts';

export interface PictureStageProps {
  /** The dock or controller whose pictures are shown. */
  oid: string;
  droneOnline: boolean;
  /** What the flight was arranged with. */
  clarity: Clarity | null;
  /** Epoch of the lease of the payload; null: this tab does not control it. Missing: lenses are not changed here. */
  payloadEpoch?: number | null | undefined;
  /** See `LivePictureProps`. */
  whyLens?: LivePictureProps['whyLens'];
  /** See `LivePictureProps`. */
  dockView?: LivePictureProps['dockView'];
  /** Draws what stands over the picture itself while that is the larger of the two. */
  renderOver?: LivePictureProps['renderOver'];
  /** The map is the larger of the two at first. */
  mapFirst?: boolean;
  /** @param main the map is the larger of the two */
  renderMap: (main: boolean) => ReactNode;
  /** Stands over the picture, so that nothing beside it moves. */
  children?: ReactNode;
}

/** Picture and map: one large, the other in its corner, and they change places. Neither is mirrored nor begun anew. */
export function PictureStage({
  oid,
  droneOnline,
  clarity,
  payloadEpoch,
  whyLens,
  dockView,
  renderOver,
  mapFirst = false,
  renderMap,
  children,
}: PictureStageProps): ReactNode {
  const text = useText();
  const [mapMain, setMapMain] = useState(mapFirst);
  const video = useRef<HTMLVideoElement>(null);
  const picture = usePicture(oid, droneOnline, video);
  const place = (main: boolean): string => (main ? 'stage-main' : 'stage-inset');
  return (
    <div className="stage">
      <div className={place(!mapMain)}>
        <LivePicture
          picture={picture}
          video={video}
          clarity={clarity}
          payloadEpoch={payloadEpoch}
          whyLens={whyLens}
          dockView={dockView}
          renderOver={mapMain ? undefined : renderOver}
        />
      </div>
      <div className={place(mapMain)}>{renderMap(mapMain)}</div>
      <button
        type="button"
        className="stage-swap"
        title={text('monitor.swap')}
        aria-label={text('monitor.swap')}
        onClick={() => setMapMain(!mapMain)}
      >
        <Icon name="full" size={16} />
      </button>
      {children}
    </div>
  );
}
