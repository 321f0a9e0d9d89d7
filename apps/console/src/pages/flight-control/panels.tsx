import { commandCalls, type DockRecord, type DroneTelemetry, type GateItem } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { ReactNode } from 'react';
import {
  CommandConfirm,
  isUnderWay,
  mayNotArrive,
  ReturnHomeButton,
  useSituation,
  whyNot,
  whyNotHand,
  type payloadGiving,
  type Commands,
  type Situation,
} from '../../modules/command/index.ts';
import { GateList } from '../../modules/flight/index.ts';
import { FlyPanel, PayloadPanel, PsdkPanel, type FlyMethod } from '../../modules/flight-control/index.ts';
import { whyNoControl, type Lease } from '../../modules/lease/index.ts';
import type { Live } from '../../modules/telemetry/index.ts';
import { isOld } from '../../platform/aged.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import { FlyStage } from './fly-stage.tsx';
import { OrbitPart, ringOf } from './orbit-part.tsx';
import { useOrbit } from './use-orbit.ts';
import { useFly } from './use-fly.ts';

/** What decides which orders are offered; of a route the dock's own word has to do. */
export const useHandSituation = (live: Live, lease: Lease, dock: DockRecord): Situation => {
  const situation = useSituation(live, null, whyNoControl(lease), null, dock);
  const job = live.presence?.job ?? null;
  if (!job) return situation;
  return {
    ...situation,
    flight: { state: 'inFlight', job: { paused: job.status === 'paused', breakReason: job.reason } },
  };
};

type PayloadGiving = ReturnType<typeof payloadGiving>;

interface Props {
  dock: DockRecord;
  live: Live;
  situation: Situation;
  commands: Commands;
}

const epochOf = (lease: Lease): number | undefined => (lease.phase === 'mine' ? lease.epoch : undefined);

/** Turns the camera to the chosen point, at the height of the take-off. */
function LookAt({
  target,
  drone,
  giving,
}: {
  target: Place | null;
  drone: DroneTelemetry | null;
  giving: PayloadGiving;
}): ReactNode {
  const text = useText();
  const { height = null, elevation = null } = drone ?? {};
  const ground = height === null || elevation === null ? null : height - elevation;
  const data = {
    payload_index: giving.index,
    locked: true,
    latitude: target?.lat ?? 0,
    longitude: target?.lng ?? 0,
    height: ground ?? 0,
  };
  const against = giving.why('camera_look_at', data);
  const none = target === null ? text('flightControl.pick') : null;
  return (
    <Allowed call={commandCalls.payloadCommands}>
      <OrderButton
        size="small"
        why={none ?? (against && text(against)) ?? (ground === null ? text('refusal.notReported') : null)}
        onOrder={() => void giving.onOrder('camera_look_at', data)}
      >
        {text('flightControl.lookAt')}
      </OrderButton>
    </Allowed>
  );
}

const drawItems = (items: readonly GateItem[]): ReactNode => <GateList items={items} />;

/** The map and the panel of take-off and flight to a point, and the way home beside them. */
export function FlyPart({
  dock,
  live,
  situation,
  commands,
  lease,
  payload,
  giving,
}: Props & { lease: Lease; payload: Lease; giving: PayloadGiving }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const use = useFly(dock, commands, epochOf(lease));
  const { draft, found, confirmation } = use;
  const method: FlyMethod = live.airborne ? 'flyTo' : 'takeOff';
  const { lng, lat } = draft;
  const target = lng === null || lat === null ? null : { lng, lat };
  const orbit = useOrbit(dock, commands, { target, epoch: epochOf(lease) });
  const more: (readonly [string, string])[] = [
    [text('detail.key.lng'), figures.amount(lng, '°', 6)],
    [text('detail.key.lat'), figures.amount(lat, '°', 6)],
    [text('detail.key.height'), figures.height(draft.height)],
    ...(confirmation?.method === 'takeOff'
      ? ([
          [text('detail.key.safeHeight'), figures.height(draft.safeHeight)],
          [text('detail.key.rthAltitude'), figures.height(draft.rthAltitude)],
          [text('detail.key.lostAction'), text(`flightControl.lostAction.${draft.lostAction}`)],
        ] as const)
      : []),
  ];
  return (
    <>
      <FlyStage
        {...{ dock, live, target, giving, situation }}
        ring={ringOf(live, target, orbit)}
        payload={payload}
        onPick={use.change}
      />
      <FlyPanel
        method={method}
        draft={draft}
        onDraft={use.change}
        found={found?.method === method ? found : null}
        drawItems={drawItems}
        busy={use.busy}
        why={(of) => (isUnderWay(commands.board, of) ? 'monitor.why.underWay' : whyNotHand(of, situation))}
        onCheck={() => void use.check(method)}
        onOrder={() => void use.begin(method)}
        onStop={use.stop}
      />
      <OrbitPart {...{ dock, live, situation, commands, target }} use={orbit} />
      <div className="fly-orders ey-flow ey-gap-8">
        <LookAt target={target} drone={live.drone.data} giving={giving} />
      </div>
      <Allowed call={commandCalls.returnHome}>
        <ReturnHomeButton
          why={whyNot('returnHome', situation)}
          doubtful={mayNotArrive(situation)}
          onOrder={(home) => void commands.order(home, { epoch: epochOf(lease) })}
        />
      </Allowed>
      {confirmation ? (
        <CommandConfirm
          confirmation={confirmation}
          dockName={dock.name}
          droneName={dock.droneName ?? dock.droneSn}
          routeName={null}
          more={more}
          effect={text(`monitor.effect.${confirmation.method}`)}
          onConfirm={() => use.confirmed(confirmation)}
          onCancel={use.close}
        />
      ) : null}
    </>
  );
}

/** Camera, gimbal and payload devices, of whoever has the payload. */
export function PayloadPart({
  dock,
  live,
  giving,
}: Pick<Props, 'dock' | 'live'> & { giving: PayloadGiving }): ReactNode {
  const shown = { drone: live.drone.data, old: isOld(live.drone.level) };
  return (
    <>
      <PayloadPanel
        {...shown}
        // Taken and given back in the bar below, as the flight is.
        control={null}
        why={giving.why}
        onOrder={giving.onOrder}
        panorama={live.presence?.panorama ?? null}
      />
      <PsdkPanel {...shown} dockOID={dock.oid} why={giving.whyDevice} onOrder={giving.orderDevice} />
    </>
  );
}
