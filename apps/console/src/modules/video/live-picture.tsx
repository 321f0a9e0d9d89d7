import { clarities, clarityQuality, commandCalls, type Clarity, type LiveSource } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { OnPicture, StateSymbol, type DeviceState } from '@eyrie/ui';
import { Button, Select } from 'antd';
import { useId, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { useTelemetry } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import { DockView } from './dock-view.tsx';
import { troubleWords, whyNotTurned } from './picture-session.ts';
import { LookBar } from './look-bar.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { SnapshotButton } from './snapshot-button.tsx';
import type { Picture, ShownWay } from './use-picture.ts';
import './video.css';

const looks: Readonly<Record<Picture['phase'], DeviceState>> = {
  looking: 'offline',
  starting: 'offline',
  arriving: 'offline',
  playing: 'live',
  stalled: 'attention',
  waiting: 'alarm',
};

const automatic = '';

const useTrouble = (picture: Picture): string => {
  const text = useText();
  const { trouble } = picture;
  const presence = useTelemetry('dockPresence', picture.oid);
  const controller = useTelemetry('controllerState', picture.oid);
  const online = presence?.data.online ?? controller?.data.online;
  if (!trouble) return '';
  // Which cameras there are is not known of what is away: that is not none.
  if (trouble.kind === 'none' && online === false) return text('device.offline');
  if (trouble.kind !== 'refused') return text(troubleWords[trouble.kind]);
  return trouble.message || text('video.unreachable');
};

/** What stands over a picture that does not run, or stands still. */
function Cover({ picture }: { picture: Picture }): ReactNode {
  const text = useText();
  const at = useNow();
  const trouble = useTrouble(picture);
  const { phase, tries, nextTryAt, stalledSince } = picture;
  if (phase === 'playing') return null;
  if (phase === 'stalled')
    return (
      <p className="video-stalled" role="alert">
        {text('video.stalled', { seconds: Math.max(0, Math.round((at - (stalledSince ?? at)) / 1000)) })}
      </p>
    );
  return (
    <div className="video-cover ey-grid ey-gap-8" role="status">
      {phase === 'waiting' ? (
        <>
          <p>{trouble}</p>
          <p>
            {text('video.retry', {
              tries,
              seconds: Math.max(0, Math.ceil(((nextTryAt ?? at) - at) / 1000)),
            })}
          </p>
          <Button onClick={picture.tryNow}>{text('video.tryNow')}</Button>
        </>
      ) : (
        <>
          <p>{text(`video.phase.${phase}`)}</p>
          {/* A try may take ten seconds: why the one before came to nothing stays to be read. */}
          {trouble === '' ? null : <p>{trouble}</p>}
          {tries > 0 ? <p>{text('video.tries', { tries })}</p> : null}
        </>
      )}
    </div>
  );
}

/** Which way the picture comes; and why not the quicker one. */
function WayOf({ way }: { way: ShownWay }): ReactNode {
  const text = useText();
  const here =
    way.kind === 'whep'
      ? text('video.way.whep')
      : text('video.way.flv', { why: text(`video.fallback.${way.why}`) });
  const words = way.outside ? text('video.way.outside', { way: here }) : here;
  return (
    <span className="video-way ey-cut" title={words}>
      {words}
    </span>
  );
}

function Figures({ picture }: { picture: Picture }): ReactNode {
  const text = useText();
  const { amount } = useFigures();
  const { phase } = picture;
  // Without a picture there is nothing to measure, and what was measured of the last one is not of now; one that stands
  // still grows older than what its buffer tells.
  const figures = phase === 'playing' || phase === 'stalled' ? picture.figures : null;
  return (
    <span className="video-figures ey-row ey-gap-12" title={text('video.delayHint')}>
      <StateSymbol
        state={looks[phase]}
        word={text(phase === 'playing' ? 'video.live' : phase === 'stalled' ? 'video.still' : 'video.off')}
      />
      {figures && picture.way ? <WayOf way={picture.way} /> : null}
      {figures && phase === 'playing' ? (
        <span>
          {text('video.delay', {
            seconds: amount(figures.behindMs === null ? null : figures.behindMs / 1000),
          })}
        </span>
      ) : null}
      {figures ? (
        <bdi dir="ltr">
          {figures.kilobitsPerSecond ?? '–'} kbit/s · {figures.frames ?? '–'} fps · {figures.width}×
          {figures.height}
        </bdi>
      ) : null}
    </span>
  );
}

const useCameras = (sources: readonly LiveSource[], fixed: boolean): { value: string; label: string }[] => {
  const text = useText();
  return [
    ...(fixed ? [] : [{ value: automatic, label: text('video.automatic') }]),
    ...sources.map((source) => ({
      value: source.videoId,
      label: `${text(`video.owner.${source.owner}`)} · ${source.cameraIndex}`,
    })),
  ];
};

const lensNames = {
  normal: 'video.lens.normal',
  wide: 'video.lens.wide',
  zoom: 'video.lens.zoom',
  ir: 'video.lens.ir',
  thermal: 'video.lens.ir',
  infrared: 'video.lens.ir',
} as const;
const isNamed = (lens: string): lens is keyof typeof lensNames => Object.hasOwn(lensNames, lens);

/** Through which lens a picture looks, by the device's word; where it says none, what was chosen here. */
function Lens({
  picture,
  running,
  epoch,
  whyLens,
}: {
  picture: Picture;
  running: boolean;
  epoch: number | null;
  whyLens: LivePictureProps['whyLens'];
}): ReactNode {
  const text = useText();
  const id = useId();
  const [set, setSet] = useState<{ videoId: string; lens: string } | null>(null);
  const [changing, setChanging] = useState(false);
  const { source } = picture;
  const reported = picture.sources.find(({ videoId }) => videoId === source?.videoId)?.lens ?? null;
  if (!source || source.switchable.length < 2) return null;
  const change = async (lens: string): Promise<void> => {
    if (epoch === null) return;
    setChanging(true);
    if (await picture.setLens(lens, epoch)) setSet({ videoId: source.videoId, lens });
    setChanging(false);
  };
  const against = whyNotTurned(running, epoch, whyLens?.(source) ?? null);
  const why = against && text(against);
  return (
    <Allowed call={commandCalls.switchVideo}>
      <span title={why ?? undefined}>
        <Select<string>
          size="small"
          aria-label={text('detail.key.videoType')}
          aria-describedby={why === null ? undefined : id}
          placeholder={text('detail.key.videoType')}
          value={reported ?? (set?.videoId === source.videoId ? set.lens : null)}
          disabled={why !== null || changing}
          loading={changing}
          options={source.switchable.map((value) => ({
            value,
            label: isNamed(value) ? text(lensNames[value]) : value,
          }))}
          popupMatchSelectWidth={false}
          onChange={(value) => void change(value)}
        />
      </span>
      {why === null ? null : (
        <span id={id} className="ey-hidden">
          {why}
        </span>
      )}
    </Allowed>
  );
}

export interface LivePictureProps {
  picture: Picture;
  /** Where the picture is shown; the same that it was asked for with. */
  video: RefObject<HTMLVideoElement | null>;
  /** What the flight was arranged with. */
  clarity: Clarity | null;
  /** Epoch of the lease of the payload; null: this tab does not control it. Missing: lenses are not changed here. */
  payloadEpoch?: number | null | undefined;
  /** Why lens or view of a camera are not changed now; null: they may be. */
  whyLens?: ((source: LiveSource) => PhraseId | null) | undefined;
  /** The dock has cameras inside and outside; `cover`: its state in words. Missing: it has not both. */
  dockView?: { cover: string | null } | undefined;
  /** Draws what stands over the picture itself, whatever margins it has. */
  renderOver?: ((source: LiveSource) => ReactNode) | undefined;
  /** Which of several pictures it is, counted from one: what is named on it is named apart. Missing: the first. */
  place?: number | undefined;
  /** Cameras that other pictures of the page show. Missing: there are none. */
  elsewhere?: readonly string[] | undefined;
  /** Stands at the end of its bar. */
  children?: ReactNode;
}

/** How clear a picture comes: what was chosen here, or what its flight was arranged with. */
function ClarityChoice({
  picture,
  running,
  clarity,
  name,
}: Pick<LivePictureProps, 'picture' | 'clarity'> & { running: boolean; name: string }): ReactNode {
  const text = useText();
  const id = useId();
  const [chosen, setChosen] = useState<Clarity | null>(null);
  const [changing, setChanging] = useState(false);
  const why = running ? null : text('refusal.noStream');
  const change = async (next: Clarity): Promise<void> => {
    setChanging(true);
    if (await picture.setQuality(clarityQuality[next])) setChosen(next);
    setChanging(false);
  };
  return (
    <>
      <span title={why ?? undefined}>
        <Select<Clarity>
          size="small"
          aria-label={name}
          aria-describedby={why === null ? undefined : id}
          value={chosen ?? clarity ?? 'hd'}
          disabled={why !== null}
          loading={changing}
          options={clarities.map((value) => ({ value, label: text(`flight.clarity.${value}`) }))}
          popupMatchSelectWidth={false}
          onChange={(value) => void change(value)}
        />
      </span>
      {why === null ? null : (
        <span id={id} className="ey-hidden">
          {why}
        </span>
      )}
    </>
  );
}

/** A box as large as the picture, without its margins. */
function Over({ picture, renderOver }: Pick<LivePictureProps, 'picture' | 'renderOver'>): ReactNode {
  const { source, figures, phase } = picture;
  if (!renderOver || !source || (phase !== 'playing' && phase !== 'stalled')) return null;
  const { width = 0, height = 0 } = figures ?? {};
  const ratio = width > 0 && height > 0 ? width / height : 16 / 9;
  const now = picture.sources.find(({ videoId }) => videoId === source.videoId) ?? source;
  return (
    <div className="video-over">
      <div className="video-over-picture" style={{ '--ratio': ratio } as CSSProperties}>
        {renderOver(now)}
      </div>
    </div>
  );
}

/** The live picture with what is measured about it, the choice of camera and of clarity. Never mirrored. */
export function LivePicture({
  picture,
  video,
  clarity,
  payloadEpoch,
  whyLens,
  dockView,
  renderOver,
  place = 1,
  elsewhere,
  children,
}: LivePictureProps): ReactNode {
  const text = useText();
  const cameras = useCameras(picture.sources, place > 1);
  const named = (id: PhraseId): string =>
    place > 1 ? text('video.ofPlace', { what: text(id), place }) : text(id);
  const running = picture.phase === 'playing' || picture.phase === 'stalled';
  return (
    <section className={`video video-${picture.phase}`} aria-label={named('video.title')}>
      <div className="video-frame" dir="ltr">
        <video ref={video} muted playsInline aria-label={picture.label ?? named('video.title')} />
      </div>
      <Over picture={picture} renderOver={renderOver} />
      <OnPicture>
        <Cover picture={picture} />
        <div className="video-bar ey-row ey-flow ey-gap-8">
          <Figures picture={picture} />
          <Select
            size="small"
            className="video-camera"
            aria-label={named('video.camera')}
            value={picture.choice ?? automatic}
            options={cameras}
            popupMatchSelectWidth={false}
            onChange={(value) => picture.choose(value === automatic ? null : value)}
          />
          <ClarityChoice {...{ picture, running, clarity }} name={named('flight.clarity')} />
          {payloadEpoch === undefined ? null : (
            <Lens {...{ picture, running, whyLens }} epoch={payloadEpoch} />
          )}
          {dockView && picture.source?.owner === 'dock' ? (
            <DockView
              {...{ picture, running }}
              epoch={payloadEpoch ?? null}
              why={whyLens?.(picture.source) ?? null}
              cover={dockView.cover}
            />
          ) : null}
          {children}
          <SnapshotButton {...{ picture, running, place }} />
          <RecordingBar {...{ picture, running, place, elsewhere }} />
          <LookBar picture={picture} />
        </div>
      </OnPicture>
    </section>
  );
}
