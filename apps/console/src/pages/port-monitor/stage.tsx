import {
  lacksDockViews,
  type DockRecord,
  type DockStatus,
  type FlightRecord,
  type LiveSource,
} from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { PhraseId } from '@eyrie/phrases';
import type { ReactNode } from 'react';
import { pictureAddress } from '../../modules/dock/index.ts';
import { PictureStage } from '../../modules/video/index.ts';
import { useText } from '../../platform/text.tsx';
import { MonitorMap } from './monitor-map.tsx';

export interface StageProps {
  dock: DockRecord;
  flight: FlightRecord | null;
  droneOID: string | null;
  droneOnline: boolean;
  home: Place | null;
  /** Epoch of the lease of the payload; null: this tab does not control it. */
  payloadEpoch: number | null;
  /** Why lens or view of a camera are not changed now; null: they may be. */
  whyLens: (source: LiveSource) => PhraseId | null;
  /** Draws what stands over the picture itself. */
  renderOver: (source: LiveSource) => ReactNode;
  /** Of the dock, by its own word of now; null: it does not say. */
  coverState: DockStatus['coverState'];
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
  whyLens,
  renderOver,
  coverState,
  children,
}: StageProps): ReactNode {
  const text = useText();
  const cover = coverState && text(`dock.coverState.${coverState}`);
  return (
    <PictureStage
      oid={dock.oid}
      droneOnline={droneOnline}
      clarity={flight?.clarity ?? null}
      payloadEpoch={payloadEpoch}
      whyLens={whyLens}
      dockView={lacksDockViews(dock.model ?? '') ? undefined : { cover }}
      renderOver={renderOver}
      windowOf={(videoId) => pictureAddress(dock.oid, videoId)}
      renderMap={(main) => (
        <MonitorMap dock={dock} flight={flight} droneOID={droneOID} home={home} main={main} />
      )}
    >
      {children}
    </PictureStage>
  );
}
