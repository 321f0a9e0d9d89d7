import { mediaCalls, photoWaypointRules, type MediaItem, type PhotoWaypoint } from '@eyrie/domain';
import { Dialog, FactList, Icon, Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { filmTrack } from '../../parts.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { directionOf, useLanguage } from '../../platform/language.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { ComparePhotos } from './compare-photos.tsx';
import { RecordingSays, SnapshotSays } from './live-says.tsx';
import { MediaHold } from './media-hold.tsx';
import { MediaMarks, noDraft, type MarkDraft } from './media-marks.tsx';
import { useMediaDetail } from './media.queries.ts';
import { PhotoSays } from './photo-facts.tsx';
import { PlainPhoto } from './plain-photo.tsx';
import { LensPair } from './lens-pair.tsx';
import { Sidecars } from './sidecars.tsx';
import { ThermalPhoto } from './thermal-photo.tsx';
import { isThermal, useShot } from './thermal.queries.ts';
import { useReadingText } from './thumbnail.tsx';
import { VideoPlayer } from './video-player.tsx';
import { VideoSays } from './video-says.tsx';

/** A video, beside it where the aircraft was. */
function Film({ media }: { media: MediaItem }): ReactNode {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { flightOID, shotAt } = media;
  const duration = media.video?.duration ?? null;
  return (
    <div className="media-film ey-grid ey-gap-12">
      <VideoPlayer media={media} onVideo={setVideo} />
      {flightOID === null ? null : filmTrack({ flightOID, startedAt: shotAt, duration, video })}
    </div>
  );
}

/** The file itself, where a browser shows it. */
function Picture({ media }: { media: MediaItem }): ReactNode {
  const text = useText();
  if (isThermal(media)) return <ThermalPhoto media={media} />;
  if (media.kind === 'photo') return <PlainPhoto media={media} />;
  if (media.kind === 'video') return <Film media={media} />;
  return <p className="media-none">{text('media.notShown')}</p>;
}

/** At which waypoint it was taken, counted from 1 as the planner does, or why that is not known. */
const waypointText = (waypoint: PhotoWaypoint, text: TextOf): string => {
  if ('place' in waypoint) return text('media.waypointOf', { number: waypoint.place + 1 });
  const { most } = photoWaypointRules;
  return text(`media.waypointUnknown.${waypoint.unknown}`, { metres: most });
};

function Facts({ media }: { media: MediaItem }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const detail = useMediaDetail(media.oid);
  const unknown = text('media.unknown');
  const why = useReadingText()(media);
  const { lng, lat, gimbalYaw } = media;
  const waypoint = detail.data?.waypoint ?? null;
  const { width, height } = media;
  const pixels =
    width === null || height === null
      ? unknown
      : text('media.pixelsOf', { width: figures.amount(width), height: figures.amount(height) });
  const place = lng === null || lat === null ? unknown : `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
  return (
    <Loaded state={loadStateOf(detail)}>
      {() => (
        <>
          {why === null ? null : <p className="media-none">{why}</p>}
          {detail.data?.snapshot ? <SnapshotSays facts={detail.data.snapshot} /> : null}
          {detail.data?.recording ? <RecordingSays facts={detail.data.recording} /> : null}
          {detail.data?.facts ? <PhotoSays facts={detail.data.facts} /> : null}
          {detail.data?.videoFacts ? <VideoSays facts={detail.data.videoFacts} /> : null}
          <section aria-label={text('media.saidByDevice')}>
            <h3>{text('media.saidByDevice')}</h3>
            <FactList
              className="list-facts"
              facts={[
                [text('media.task'), <bdi key="task">{media.taskName ?? unknown}</bdi>],
                [text('field.dock'), <bdi key="dock">{media.dockName ?? unknown}</bdi>],
                [text('media.time'), <bdi key="time">{figures.time(media.shotAt)}</bdi>],
                [text('media.received'), <bdi key="received">{figures.time(media.createdAt)}</bdi>],
                [text('field.size'), sizeText(media.size, figures, text)],
                [text('media.pixels'), <bdi key="pixels">{pixels}</bdi>],
                [text('media.place'), <bdi key="place">{place}</bdi>],
                ...(waypoint ? ([[text('media.waypoint'), waypointText(waypoint, text)]] as const) : []),
                [text('media.height'), figures.height(media.relativeAltitude)],
                [text('media.absolute'), figures.height(media.absoluteAltitude)],
                [text('media.gimbal'), gimbalYaw === null ? unknown : `${figures.amount(gimbalYaw)}°`],
                [text('media.drone'), <bdi key="drone">{detail.data?.droneModel ?? unknown}</bdi>],
                [text('media.payload'), <bdi key="payload">{detail.data?.payloadModel ?? unknown}</bdi>],
              ]}
            />
          </section>
        </>
      )}
    </Loaded>
  );
}

interface ShownProps {
  media: MediaItem;
  beside: 'dates' | 'lenses' | null;
  /** What the other lenses took of the same shot. */
  others: readonly MediaItem[];
}

/** The file, alone or beside what it is compared with. */
function Shown({ media, beside, others }: ShownProps): ReactNode {
  if (beside === 'dates' && media.kind === 'photo') return <ComparePhotos media={media} />;
  if (beside === 'lenses' && others.length > 0) return <LensPair media={media} others={others} />;
  return <Picture media={media} />;
}

function BesideButtons({
  media,
  others,
  beside,
  onBeside,
}: ShownProps & { onBeside: (beside: ShownProps['beside']) => void }): ReactNode {
  const text = useText();
  const button = (one: 'dates' | 'lenses', label: string): ReactNode => (
    <Button aria-pressed={beside === one} onClick={() => onBeside(beside === one ? null : one)}>
      {label}
    </Button>
  );
  return (
    <>
      {media.kind === 'photo' ? button('dates', text('media.compare')) : null}
      {others.length > 0 ? button('lenses', text('media.lenses')) : null}
    </>
  );
}

export interface MediaViewerProps {
  media: MediaItem;
  hasPrevious: boolean;
  hasNext: boolean;
  /** To the file before (−1) or behind (1) it. */
  onStep: (by: 1 | -1) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Arrow keys lead to the neighbours, as they lie in the direction of reading. */
const useStepKeys = ({ hasPrevious, hasNext, onStep }: MediaViewerProps): void => {
  const language = useLanguage((state) => state.language);
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event;
    const isTyped = [HTMLInputElement, HTMLTextAreaElement, HTMLVideoElement].some(
      (kind) => target instanceof kind,
    );
    if (isTyped || event.ctrlKey || event.altKey || event.metaKey) return;
    const forward = directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    if (event.key === forward && hasNext) onStep(1);
    if (event.key !== forward && hasPrevious) onStep(-1);
  });
  useEffect(() => {
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
};

/** One file large, with what is known of it, and the way to the one before and after it. */
export function MediaViewer(props: MediaViewerProps): ReactNode {
  const { media, hasPrevious, hasNext, onStep, onRemove, onClose } = props;
  const text = useText();
  // What is typed stays with its file when another one is looked at.
  const [drafts, setDrafts] = useState<Readonly<Record<string, MarkDraft>>>({});
  const unsaved = Object.values(drafts).some(
    ({ label, comment, reason }) => (label + comment + reason).trim() !== '',
  );
  const [beside, setBeside] = useState<'dates' | 'lenses' | null>(null);
  const shot = useShot(media);
  const others = shot.data ?? [];
  useStepKeys(props);
  return (
    <Dialog
      open
      width={1_080}
      unsaved={unsaved}
      title={<bdi>{media.name}</bdi>}
      onClose={onClose}
      footer={
        <>
          <Allowed call={mediaCalls.remove} record={media}>
            <Button danger onClick={onRemove}>
              {text('app.delete')}
            </Button>
          </Allowed>
          <BesideButtons media={media} others={others} beside={beside} onBeside={setBeside} />
          <Button href={media.url} download={media.name}>
            {text('media.download')}
          </Button>
          <Button
            icon={<Icon name="back" size={16} />}
            aria-label={text('media.previous')}
            disabled={!hasPrevious}
            onClick={() => onStep(-1)}
          />
          <Button
            icon={<Icon name="next" size={16} />}
            aria-label={text('media.next')}
            disabled={!hasNext}
            onClick={() => onStep(1)}
          />
        </>
      }
    >
      <div className="media-viewer">
        <Shown key={media.oid} media={media} beside={beside} others={others} />
        <div>
          <MediaMarks
            key={media.oid}
            media={media}
            draft={drafts[media.oid] ?? noDraft}
            onDraft={(draft) => setDrafts((all) => ({ ...all, [media.oid]: draft }))}
          />
          <MediaHold
            key={`hold ${media.oid}`}
            media={media}
            reason={(drafts[media.oid] ?? noDraft).reason}
            onReason={(reason) =>
              setDrafts((all) => ({ ...all, [media.oid]: { ...(all[media.oid] ?? noDraft), reason } }))
            }
          />
          {/* That nothing is known of the other lenses is not that there are none. */}
          {shot.isError ? <Loaded state={loadStateOf(shot)}>{() => null}</Loaded> : null}
          <Sidecars media={media} />
          <Facts media={media} />
        </div>
      </div>
    </Dialog>
  );
}
