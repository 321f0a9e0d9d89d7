import { videoCalls, type RunningPicture } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf, OnPicture, StateSymbol } from '@eyrie/ui';
import { playFlv } from '@eyrie/web/flv-player';
import { phaseLooks, phaseWords, useWatched } from '@eyrie/web/use-watched';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import './video.css';

/** How often it is asked which pictures run, ms. */
const askEvery = 5_000;
/** A browser has six connections to one server, and each picture holds one: calls need the rest. */
const atOnce = 4;

function WallPicture({ picture }: { picture: RunningPicture }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { recording } = picture;
  const { video, phase } = useWatched(picture.playUrl, (element) =>
    playFlv(element, picture.playUrl, () => undefined),
  );
  return (
    <div className={`video video-${phase}`}>
      <div className="video-frame" dir="ltr">
        <video ref={video} muted playsInline aria-label={`${picture.dockName} · ${picture.label}`} />
      </div>
      <OnPicture>
        <div className="video-bar ey-row ey-flow ey-gap-8">
          <span className="video-figures ey-row ey-gap-12" role="status">
            <StateSymbol state={phaseLooks[phase]} word={text(phaseWords[phase])} />
            <bdi>
              {text(`video.owner.${picture.owner}`)} · {picture.label}
            </bdi>
          </span>
          {recording ? (
            <span className="video-recording ey-cut">
              <StateSymbol
                state="live"
                word={
                  recording.since === null
                    ? text('video.recording.begins', { name: recording.startedBy })
                    : text('video.recording.running', {
                        name: recording.startedBy,
                        time: figures.clock(recording.since),
                      })
                }
              />
            </span>
          ) : null}
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
            <ul className="video-wall ey-grid ey-gap-12" aria-label={text('video.wall')}>
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
