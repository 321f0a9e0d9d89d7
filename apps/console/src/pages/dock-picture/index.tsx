import { dockCalls, type DockRecord } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { OpenWatch } from '../../modules/desk/index.ts';
import { DockState, MonitorLink } from '../../modules/dock/index.ts';
import { HeadsUp, LinkBadges, useLive } from '../../modules/telemetry/index.ts';
import { PictureAlone } from '../../modules/video/index.ts';
import { call } from '../../platform/http.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { MonitorMissing, MonitorOf, type MonitorWay } from '../../platform/monitor-of.tsx';
import { useText } from '../../platform/text.tsx';
import './dock-picture.css';

const way: MonitorWay = {
  title: 'monitor.bigScreen',
  list: '/DaJiAirport',
  toList: 'monitor.toDocks',
};

/** The picture over the whole window, and over the whole screen for whoever wants it. */
function BigPicture({ dock, camera }: { dock: DockRecord; camera: string | null }): ReactNode {
  const text = useText();
  const live = useLive(dock);
  const frame = useRef<HTMLElement>(null);
  const fill = (): void => {
    // Refused where the page is itself in a frame: it then stays as it is.
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : frame.current?.requestFullscreen();
    change?.catch(() => undefined);
  };
  return (
    <main className="dock-picture" ref={frame}>
      <header className="dock-picture-head ey-row ey-flow ey-gap-12">
        <h1>
          <bdi>{dock.name}</bdi>
        </h1>
        <DockState dock={dock} />
        <bdi>{dock.droneName ?? dock.droneSn ?? text('dock.noDrone')}</bdi>
        <LinkBadges links={live.links} ages={live.ages} />
        <MonitorLink dockOID={dock.oid} />
        <IconButton icon="full" label={text('mapTool.fullScreen')} busy={false} onClick={fill} />
      </header>
      <PictureAlone
        oid={dock.oid}
        droneOnline={live.droneOnline}
        camera={camera}
        renderOver={(source) => (
          <HeadsUp
            dockOID={dock.oid}
            droneOID={live.presence?.droneOID ?? dock.droneOID}
            source={source}
            payloadIndex={live.drone.data?.camera.payloadIndex ?? null}
          />
        )}
      />
    </main>
  );
}

function OfDock({ oid, camera }: { oid: string; camera: string | null }): ReactNode {
  const answer = useQuery({
    queryKey: ['dock', 'get', oid],
    queryFn: ({ signal }) => call(dockCalls.get, { oid }, { signal, toast: false }),
  });
  return (
    <MonitorOf way={way} answer={answer}>
      {(dock) => (
        <>
          <OpenWatch dockOID={dock.oid} />
          <BigPicture dock={dock} camera={camera} />
        </>
      )}
    </MonitorOf>
  );
}

/** Big screen of a dock: its picture alone, to be looked at and not to be controlled from. `oid` names the dock, `camera` the
 * camera that is shown at first. */
export default function DockPicturePage(): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const oid = query.get('oid');
  if (!oid) return <MonitorMissing way={way} sentence={text('monitor.noDock')} />;
  return <OfDock key={oid} oid={oid} camera={query.get('camera')} />;
}
