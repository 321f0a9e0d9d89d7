import { limits, videoCalls, type RunningPicture } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { themeVariables } from '@eyrie/ui/tokens';
import { useFigures } from '@eyrie/web/figures';
import { createPlaces, playPicture } from '@eyrie/web/play-picture';
import { useText } from '@eyrie/web/text';
import { phaseLooks, phaseWords, useWatched } from '@eyrie/web/use-watched';
import type { CSSProperties, ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { sessionProof } from '../../platform/http.ts';
import { MonitorLink } from '../../platform/monitor-link.tsx';
import { Tile, TileSentence } from '../../platform/tile.tsx';

/** Of this page: WebRTC needs none of them. */
const flvPlaces = createPlaces(limits.picture.wallByFlv);

/** What stands on a picture stands on black in both themes. */
const onPicture = { colorScheme: 'dark', ...themeVariables('dark') } as CSSProperties;

/** One picture with its name; the whole of it leads to its monitor, for whoever may go there. */
function WallPicture({ picture }: { picture: RunningPicture }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { dockOID, dockName, kind, label, owner, recording } = picture;
  const { video, phase } = useWatched(picture.playUrl, (element) =>
    playPicture(element, picture, { proof: sessionProof, flvPlaces }),
  );
  return (
    <li className={`wall-picture wall-${phase}`}>
      <div className="wall-frame" dir="ltr">
        <video ref={video} muted playsInline aria-label={`${dockName} · ${label}`} />
      </div>
      <p className="wall-line" style={onPicture}>
        <MonitorLink dockOID={dockOID} name={dockName} kind={kind} />
        <small>
          {text(`video.owner.${owner}`)} · <bdi>{label}</bdi>
        </small>
        <StateSymbol state={phaseLooks[phase]} word={text(phaseWords[phase])} />
        {recording ? (
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
        ) : null}
      </p>
    </li>
  );
}

/** As many columns as rows, so that pictures are as large as they can be. */
const columnsFor = (count: number): CSSProperties =>
  ({ '--columns': Math.ceil(Math.sqrt(count)) }) as CSSProperties;

/** The live pictures that run now. None is started for a wall, and none is kept running for a display. */
export function Pictures(): ReactNode {
  const text = useText();
  const asked = useAsked(videoCalls.wall, () => ({}), undefined, limits.picture.wallEvery);
  const title = text('cockpit.panel.pictures');
  if (asked.refusal === 'picturesNotShown')
    return <TileSentence title={title} area="pictures" sentence={text('refusal.picturesNotShown')} />;
  return (
    <Tile title={title} area="pictures" asked={asked}>
      {({ list, total }) =>
        list.length === 0 ? (
          <p className="tile-note">{text('video.wallEmpty')}</p>
        ) : (
          <>
            <ul className="wall" style={columnsFor(list.length)}>
              {list.map((picture) => (
                <WallPicture key={picture.playUrl} picture={picture} />
              ))}
            </ul>
            {total > list.length ? (
              <p className="tile-note">{text('cockpit.notShown', { count: total - list.length })}</p>
            ) : null}
          </>
        )
      }
    </Tile>
  );
}
