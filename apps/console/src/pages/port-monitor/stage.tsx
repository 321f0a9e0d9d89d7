import type { DockRecord, FlightRecord } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { Icon } from '@eyrie/ui';
import { useRef, useState, type ReactNode } from 'react';
import { LivePicture, usePicture } from '../../modules/video/index.ts';
import { useText } from '../../platform/text.tsx';
import { MonitorMap } from './monitor-map.tsx';

export interface StageProps {
  dock: DockRecord;
  flight: FlightRecord | null;
  droneOID: string | null;
  droneOnline: boolean;
  home: Place | null;
  /** Stands over the picture, so that nothing beside it moves. */
  children?: ReactNode;
}

/** Picture and map: one large, the other in its corner, and they change places. Neither is mirrored nor begun anew. */
export function Stage({ dock, flight, droneOID, droneOnline, home, children }: StageProps): ReactNode {
  const text = useText();
  const [mapMain, setMapMain] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const picture = usePicture(dock.oid, droneOnline, video);
  const place = (main: boolean): string => (main ? 'stage-main' : 'stage-inset');
  return (
    <div className="stage">
      <div className={place(!mapMain)}>
        <LivePicture picture={picture} video={video} clarity={flight?.clarity ?? null} />
      </div>
      <div className={place(mapMain)}>
        <MonitorMap dock={dock} flight={flight} droneOID={droneOID} home={home} main={mapMain} />
      </div>
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
