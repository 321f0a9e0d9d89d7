import type { Clarity } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useRef, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { IconButton } from '../../platform/icon-button.tsx';
import { keep, kept } from '../../platform/storage.ts';
import { LivePicture, type LivePictureProps } from './live-picture.tsx';
import type { CameraChoice } from './picture-choice.ts';
import { camerasBeside, layoutOf, putBeside, withBeside, type PictureLayout } from './picture-layout.ts';
import { usePicture, type Picture } from './use-picture.ts';

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
  /** Where the picture of a camera stands alone, in a window of its own; missing: nowhere. */
  windowOf?: ((videoId: string) => string) | undefined;
  /** @param main the map is the larger of the two */
  renderMap: (main: boolean) => ReactNode;
  /** Stands over the picture, so that nothing beside it moves. */
  children?: ReactNode;
}

/** One more picture, of a camera that the first does not show. */
function PictureBeside({
  oid,
  droneOnline,
  camera,
  place,
  windowOf,
  onChoose,
}: Pick<PictureStageProps, 'oid' | 'droneOnline' | 'windowOf'> & {
  camera: string;
  place: number;
  onChoose: (videoId: string) => void;
}): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const picture = usePicture(oid, droneOnline, video, { fixed: camera });
  const choose = (choice: string | null): void => {
    if (choice !== null) onChoose(choice);
  };
  return (
    <LivePicture picture={{ ...picture, choose }} video={video} clarity={null} place={place}>
      <OwnWindow {...{ picture, windowOf, place }} />
    </LivePicture>
  );
}

/** Opens what is shown in a window of its own, for a second screen. */
function OwnWindow({
  picture,
  windowOf,
  place,
}: Pick<PictureStageProps, 'windowOf'> & { picture: Picture; place: number }): ReactNode {
  const text = useText();
  const { source } = picture;
  if (!windowOf || !source) return null;
  const open = (): void => void window.open(windowOf(source.videoId), '_blank', 'noopener');
  const label = text('video.ownWindow');
  return (
    <IconButton
      icon="window"
      label={place > 1 ? text('video.ofPlace', { what: label, place }) : label}
      busy={false}
      onClick={open}
    />
  );
}

/** Places beside the first picture, as people count them. */
const besidePlaces = [2, 3, 4] as const;

/** How pictures are laid out in this browser, and the cameras beside the first one of this dock. */
const useLayout = (oid: string, picture: Picture) => {
  const [layout, setLayout] = useState<PictureLayout>(() => layoutOf(kept('pictures')));
  const change = (next: PictureLayout): void => {
    keep('pictures', next);
    setLayout(next);
  };
  const { source, sources, choice } = picture;
  // What was just chosen counts before what still runs: otherwise others would begin anew for a moment.
  const first = sources.some(({ videoId }) => videoId === choice) ? choice : (source?.videoId ?? null);
  const beside = first !== null && layout.many ? camerasBeside(sources, first, layout.beside[oid]) : [];
  return {
    beside,
    many: layout.many,
    turn: () => change({ ...layout, many: !layout.many }),
    /** What the first picture is to show leaves its place to what the first showed. */
    choose: (next: CameraChoice): void => {
      const at = next === null ? -1 : beside.indexOf(next);
      if (at >= 0 && first !== null) change(withBeside(layout, oid, putBeside(beside, at, first)));
      picture.choose(next);
    },
    /** What the first picture shows changes places with what stood there. */
    put: (at: number, videoId: string): void => {
      if (videoId === first) picture.choose(beside[at] ?? null);
      change(withBeside(layout, oid, putBeside(beside, at, videoId)));
    },
  };
};

/** Picture and map: one large, the other in its corner, and they change places. Neither is mirrored nor begun anew. Beside
 * the picture stand those of the other cameras, for whoever wants them. */
export function PictureStage({
  oid,
  droneOnline,
  clarity,
  payloadEpoch,
  whyLens,
  dockView,
  renderOver,
  mapFirst = false,
  windowOf,
  renderMap,
  children,
}: PictureStageProps): ReactNode {
  const text = useText();
  const [mapMain, setMapMain] = useState(mapFirst);
  const video = useRef<HTMLVideoElement>(null);
  const picture = usePicture(oid, droneOnline, video);
  const { beside, many, turn, choose, put } = useLayout(oid, picture);
  const shown = mapMain ? [] : beside;
  const place = (main: boolean): string => (main ? 'stage-main' : 'stage-inset');
  return (
    <div className="stage" data-pictures={shown.length + 1}>
      <div className={place(!mapMain)}>
        <div className="video-some ey-grid ey-gap-4">
          <LivePicture
            {...{ video, clarity, payloadEpoch, whyLens, dockView }}
            picture={{ ...picture, choose }}
            elsewhere={shown}
            renderOver={mapMain ? undefined : renderOver}
          >
            {mapMain ? null : (
              <>
                {picture.sources.length > 1 ? (
                  <IconButton
                    icon="grid"
                    label={text(many ? 'video.onePicture' : 'video.allPictures')}
                    busy={false}
                    onClick={turn}
                  />
                ) : null}
                <OwnWindow {...{ picture, windowOf }} place={1} />
              </>
            )}
          </LivePicture>
          {/* By their places and not by their cameras: a picture that moves in the page would stop. */}
          {besidePlaces.slice(0, shown.length).map((at) => (
            <PictureBeside
              key={at}
              {...{ oid, droneOnline, windowOf }}
              camera={shown[at - 2] ?? ''}
              place={at}
              onChoose={(videoId) => put(at - 2, videoId)}
            />
          ))}
        </div>
      </div>
      <div className={place(mapMain)}>{renderMap(mapMain)}</div>
      <button
        type="button"
        className="stage-swap ey-grid ey-panel"
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
