import { videoCalls, type DockRecord } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { ReactNode } from 'react';
import { whyNotLens, type payloadGiving, type Situation } from '../../modules/command/index.ts';
import { pictureAddress } from '../../modules/dock/index.ts';
import { PictureFrame } from '../../modules/flight-control/index.ts';
import { whyNoControl, type Lease } from '../../modules/lease/index.ts';
import { HeadsUp, type Live } from '../../modules/telemetry/index.ts';
import { isOld } from '../../platform/aged.ts';
import { PictureStage } from '../../modules/video/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import { FlyMap, type Ring } from './fly-map.tsx';

interface FlyStageProps {
  dock: DockRecord;
  live: Live;
  target: Place | null;
  ring: Ring | null;
  giving: ReturnType<typeof payloadGiving>;
  payload: Lease;
  situation: Situation;
  onPick: (place: Place) => void;
}

/** The picture of the aircraft and the map of where it goes; without the right to pictures the map alone. */
export function FlyStage(props: FlyStageProps): ReactNode {
  const { dock, live, target, ring, giving, payload, situation, onPick } = props;
  const watches = useMay(videoCalls.capacity);
  const drone = live.drone.data;
  if (!watches) return <FlyMap main {...{ dock, target, ring, onPick }} />;
  return (
    <div className="fly-stage">
      <PictureStage
        oid={dock.oid}
        droneOnline={live.droneOnline}
        clarity={null}
        payloadEpoch={payload.phase === 'mine' ? payload.epoch : null}
        whyLens={(source) => whyNotLens(source, drone, situation) ?? whyNoControl(payload)}
        // Before it flies, the point to fly to is chosen.
        mapFirst={!live.airborne}
        windowOf={(videoId) => pictureAddress(dock.oid, videoId)}
        renderMap={(main) => <FlyMap {...{ main, dock, target, ring, onPick }} />}
        renderOver={(source) => (
          <>
            {drone && source.cameraIndex === giving.index ? (
              <PictureFrame
                camera={drone.camera}
                old={isOld(live.drone.level)}
                lens={source.lens}
                giving={giving}
                lacks={giving.lacks}
              />
            ) : null}
            <HeadsUp
              dockOID={dock.oid}
              droneOID={live.presence?.droneOID ?? dock.droneOID}
              source={source}
              payloadIndex={giving.index}
            />
          </>
        )}
      />
    </div>
  );
}
