import { commandCalls, type DockRecord, type GateItem } from '@eyrie/domain';
import type { ReactNode } from 'react';
import {
  CommandConfirm,
  isUnderWay,
  mayNotArrive,
  ReturnHomeButton,
  useSituation,
  whyNot,
  whyNotHand,
  whyNotPayload,
  type Commands,
  type Situation,
} from '../../modules/command/index.ts';
import { GateList } from '../../modules/flight/index.ts';
import { FlyPanel, PayloadPanel, type FlyMethod } from '../../modules/flight-control/index.ts';
import type { Lease } from '../../modules/lease/index.ts';
import { isOld, type Live } from '../../modules/telemetry/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { FlyMap } from './fly-map.tsx';
import { useFly } from './use-fly.ts';

/** What decides which orders are offered; of a route the dock's own word has to do. */
export const useHandSituation = (live: Live, controls: boolean, dock: DockRecord): Situation => {
  const situation = useSituation(live, null, controls, null, dock);
  const job = live.presence?.job ?? null;
  if (!job) return situation;
  return {
    ...situation,
    flight: { state: 'inFlight', job: { paused: job.status === 'paused', breakReason: job.reason } },
  };
};

interface Props {
  dock: DockRecord;
  live: Live;
  situation: Situation;
  commands: Commands;
}

const epochOf = (lease: Lease): number | undefined => (lease.phase === 'mine' ? lease.epoch : undefined);

const drawItems = (items: readonly GateItem[]): ReactNode => <GateList items={items} />;

/** The map and the panel of take-off and flight to a point, and the way home beside them. */
export function FlyPart({ dock, live, situation, commands, lease }: Props & { lease: Lease }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const use = useFly(dock, commands, epochOf(lease));
  const { draft, found, confirmation } = use;
  const method: FlyMethod = live.airborne ? 'flyTo' : 'takeOff';
  const { lng, lat } = draft;
  const target = lng === null || lat === null ? null : { lng, lat };
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
      <FlyMap dock={dock} target={target} onPick={use.change} />
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

/** Camera and gimbal, of whoever has the payload. */
export function PayloadPart({ live, situation, commands, lease }: Props & { lease: Lease }): ReactNode {
  const mine = lease.phase === 'mine';
  return (
    <PayloadPanel
      drone={live.drone.data}
      old={isOld(live.drone.level)}
      // Taken and given back in the bar below, as the flight is.
      control={null}
      why={(cmd, data) => whyNotPayload([cmd, data], live.drone.data, situation, mine)}
      onOrder={(cmd, data) =>
        void commands.order('payloadCommands', { epoch: epochOf(lease), fields: { cmd, data } })
      }
    />
  );
}
