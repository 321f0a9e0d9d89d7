import { limits, videoCalls, type RunningPicture } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf, OnPicture, StateSymbol } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { now } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { wait } from '../../platform/wait.ts';
import { playFlv } from './flv-player.ts';
import { retryDelay } from './picture-session.ts';
import './video.css';

/** How often it is asked which pictures run, ms. */
const askEvery = 5_000;
/** A browser has six connections to one server, and each picture holds one: calls need the rest. */
const atOnce = 4;
const { watchEvery, stalled } = limits.picture;

type Phase = 'arriving' | 'playing' | 'stalled' | 'waiting';

/** Watches a picture that runs already; nothing is started or stopped for it. */
const useWatched = (playUrl: string) => {
  const video = useRef<HTMLVideoElement>(null);
  const [phase, setPhase] = useState<Phase>('arriving');
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const once = async (element: HTMLVideoElement): Promise<boolean> => {
      const player = await playFlv(element, playUrl, () => undefined);
      let played = false;
      try {
        let [position, movedAt] = [0, now()];
        while (!signal.aborted && !player.broken()) {
          await wait(watchEvery, signal);
          if (player.position() > position) {
            [position, movedAt, played] = [player.position(), now(), true];
            setPhase('playing');
          } else if (now() - movedAt >= stalled) setPhase(played ? 'stalled' : 'arriving');
        }
      } finally {
        player.close();
      }
      return played;
    };
    const watch = async (): Promise<void> => {
      for (let tries = 1; !signal.aborted && video.current; tries += 1) {
        const played = await once(video.current).catch(() => false);
        if (signal.aborted) return;
        setPhase('waiting');
        if (played) tries = 0;
        await wait(retryDelay(tries), signal);
      }
    };
    // It ends with the page.
    void watch().catch(() => undefined);
    return () => ended.abort(new Error('nobody watches it any more'));
  }, [playUrl]);
  return { video, phase };
};

const looks = { arriving: 'offline', playing: 'live', stalled: 'attention', waiting: 'alarm' } as const;
const words = {
  arriving: 'video.phase.arriving',
  playing: 'video.live',
  stalled: 'video.still',
  waiting: 'video.broken',
} as const;

function WallPicture({ picture }: { picture: RunningPicture }): ReactNode {
  const text = useText();
  const { video, phase } = useWatched(picture.playUrl);
  return (
    <div className={`video video-${phase}`}>
      <div className="video-frame" dir="ltr">
        <video ref={video} muted playsInline aria-label={`${picture.dockName} · ${picture.label}`} />
      </div>
      <OnPicture>
        <div className="video-bar">
          <span className="video-figures" role="status">
            <StateSymbol state={looks[phase]} word={text(words[phase])} />
            <bdi>
              {text(`video.owner.${picture.owner}`)} · {picture.label}
            </bdi>
          </span>
        </div>
      </OnPicture>
    </div>
  );
}

export interface LiveWallProps {
  /** The way to where the picture is watched alone. */
  renderLink: (picture: RunningPicture) => ReactNode;
}

/** All pictures that run, some at a time. */
export function LiveWall({ renderLink }: LiveWallProps): ReactNode {
  const text = useText();
  const [page, setPage] = useState(1);
  const running = useQuery({
    queryKey: ['video', 'running'],
    queryFn: async ({ signal }) => (await call(videoCalls.running, {}, { signal, toast: false })).list,
    refetchInterval: askEvery,
  });
  const list = running.data ?? [];
  const shown = Math.min(page, Math.max(1, Math.ceil(list.length / atOnce)));
  return (
    <Loaded state={loadStateOf(running)}>
      {() =>
        list.length === 0 ? (
          <EmptyPage sentence={text('video.wallEmpty')} />
        ) : (
          <>
            <ul className="video-wall" aria-label={text('video.wall')}>
              {list.slice((shown - 1) * atOnce, shown * atOnce).map((picture) => (
                <li key={picture.playUrl}>
                  <span className="video-wall-head">
                    <bdi>{picture.dockName}</bdi>
                    {renderLink(picture)}
                  </span>
                  <WallPicture picture={picture} />
                </li>
              ))}
            </ul>
            {list.length > atOnce ? (
              <Pagination
                size="small"
                current={shown}
                pageSize={atOnce}
                total={list.length}
                showSizeChanger={false}
                onChange={setPage}
              />
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}
