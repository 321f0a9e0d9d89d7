import type { DockRecord, FlightRecord } from '@eyrie/domain';
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
  children,
}: StageProps): ReactNode {
  return (
    <PictureStage
      oid={dock.oid}
      droneOnline={droneOnline}
      clarity={flight?.clarity ?? null}
      payloadEpoch={payloadEpoch}
      renderMap={(main) => (
        <MonitorMap dock={dock} flight={flight} droneOID={droneOID} home={home} main={main} />
      )}
    >
      {children}
    </PictureStage>
  );
}
