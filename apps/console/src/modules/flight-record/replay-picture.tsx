import { Loaded, loadStateOf } from '@eyrie/ui';
import { useRef, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import type { ReplayClock } from './replay-clock.ts';
import { useFilms } from './replay.queries.ts';
import { useMoment, useOfMoment, usePlaying } from './use-clock.ts';

/** Seconds that a film may be away from the cursor before it is moved there. */
const apart = 0.7;

interface Film {
  at: number;
  url: string;
  name: string;
}

function FilmPicture({ clock, film }: { clock: ReplayClock; film: Film }): ReactNode {
  const text = useText();
  const picture = useRef<HTMLVideoElement>(null);
  const beside = useRef<HTMLParagraphElement>(null);
  const playing = usePlaying(clock);
  useMoment(clock, (at) => {
    const video = picture.current;
    if (!video) return;
    const place = (at - film.at) / 1_000;
    const outside = video.readyState > 0 && place > video.duration;
    video.hidden = outside;
    if (beside.current) beside.current.hidden = !outside;
    if (video.readyState === 0 || outside) return;
    // Browsers play up to sixteen times as fast; beyond that the film follows in steps.
    video.playbackRate = Math.min(16, clock.speed());
    if (Math.abs(video.currentTime - place) > apart * clock.speed()) video.currentTime = place;
    if (playing && video.paused) void video.play().catch(() => undefined);
    if (!playing && !video.paused) video.pause();
  });
  return (
    <>
      {/* The film of an aircraft has no words. */}
      <video
        ref={picture}
        className="replay-film"
        src={film.url}
        muted
        playsInline
        preload="metadata"
        aria-label={film.name}
        onLoadedMetadata={() => clock.set(clock.at())}
      />
      <p ref={beside} hidden className="ey-hint">
        {text('flightRecord.outsidePicture')}
      </p>
    </>
  );
}

function Films({ clock, films }: { clock: ReplayClock; films: readonly Film[] }): ReactNode {
  const text = useText();
  const current = useOfMoment(clock, (moment) => films.findLastIndex(({ at }) => at <= moment));
  if (films.length === 0) return <p className="ey-hint">{text('flightRecord.noPicture')}</p>;
  const film = films[current];
  return film ? (
    <FilmPicture key={film.url} {...{ clock, film }} />
  ) : (
    <p className="ey-hint">{text('flightRecord.outsidePicture')}</p>
  );
}

/** What the aircraft filmed, at the moment of the cursor; says where there is nothing. */
export function ReplayPicture({ clock, oid }: { clock: ReplayClock; oid: string }): ReactNode {
  const films = useFilms(oid);
  return (
    <Loaded state={loadStateOf(films)}>
      {() => (films.data ? <Films clock={clock} films={films.data} /> : null)}
    </Loaded>
  );
}
