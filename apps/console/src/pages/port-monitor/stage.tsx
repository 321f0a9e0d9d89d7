import type { DockRecord, FlightRecord, LiveSource } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { ReactNode } from 'react';
import { PictureStage } from '../../modules/video/index.ts';
import { MonitorMap } from './monitor-map.tsx';

export interface StageProps {
  dock: DockRecord;
  flight: FlightRecord | null;
  droneOID: string | null;
  droneOnline: boolean;
  home: Place | null;
  /** Epoch of the lease of the payload; null: this tab does not control it. */
  payloadEpoch: number | null;
  /** Draws what stands over the picture itself. */
  renderOver: (source: LiveSource) => ReactNode;
  children?: ReactNode;
}

/** The picture of a dock or its aircraft, and the map of its flight. */
export function Stage({
  dock,
  flight,
  droneOID,
  droneOnline,
  home,
  payloadEpoch,
  renderOver,
  children,
}: StageProps): ReactNode {
  return (
    <PictureStage
      oid={dock.oid}
      droneOnline={droneOnline}
      clarity={flight?.clarity ?? null}
      payloadEpoch={payloadEpoch}
      renderOver={renderOver}
      renderMap={(main) => (
        <MonitorMap dock={dock} flight={flight} droneOID={droneOID} home={home} main={main} />
      )}
    >
      {children}
    </PictureStage>
  );
}
