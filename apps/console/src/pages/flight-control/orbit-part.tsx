import { lacksOrbit, type DockRecord, type GateItem } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { ReactNode } from 'react';
import {
  CommandConfirm,
  isUnderWay,
  whyNotHand,
  type Commands,
  type Situation,
} from '../../modules/command/index.ts';
import { GateList } from '../../modules/flight/index.ts';
import { OrbitPanel } from '../../modules/flight-control/index.ts';
import type { Live } from '../../modules/telemetry/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import type { Ring } from './fly-map.tsx';
import type { OrbitUse } from './use-orbit.ts';

/** The round on the map: the one that is flown, by the device's word, or the one that was found for the chosen point. */
export const ringOf = (live: Live, target: Place | null, { found }: Pick<OrbitUse, 'found'>): Ring | null => {
  const said = live.presence?.orbit ?? null;
  if (live.drone.data?.mode === 'poiOrbit')
    return said?.point && said.radius ? { centre: said.point, radius: said.radius, flown: true } : null;
  return target && found?.radius ? { centre: target, radius: found.radius, flown: false } : null;
};

const drawItems = (items: readonly GateItem[]): ReactNode => <GateList items={items} />;

/** Flight around the chosen point, on docks whose documents have it. */
export function OrbitPart({
  dock,
  live,
  situation,
  commands,
  target,
  use,
}: {
  dock: DockRecord;
  live: Live;
  situation: Situation;
  commands: Commands;
  target: Place | null;
  use: OrbitUse;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { confirmation } = use;
  if (lacksOrbit(dock.model ?? ''))
    return (
      <section className="monitor-panel">
        <p className="list-hint">{text('orbit.missing')}</p>
      </section>
    );
  return (
    <>
      <OrbitPanel
        chosen={target !== null}
        height={use.height}
        onHeight={use.setHeight}
        found={use.found}
        drawItems={drawItems}
        busy={use.busy}
        said={live.presence?.orbit ?? null}
        orbiting={live.drone.data?.mode === 'poiOrbit'}
        why={(of) => (isUnderWay(commands.board, of) ? 'monitor.why.underWay' : whyNotHand(of, situation))}
        onCheck={() => void use.check()}
        onOrder={() => void use.begin()}
        onSpeed={use.setSpeed}
        onStop={use.stop}
      />
      {confirmation ? (
        <CommandConfirm
          confirmation={confirmation}
          dockName={dock.name}
          droneName={dock.droneName ?? dock.droneSn}
          routeName={null}
          more={[
            [text('detail.key.lng'), figures.amount(target?.lng ?? null, '°', 6)],
            [text('detail.key.lat'), figures.amount(target?.lat ?? null, '°', 6)],
            [text('orbit.height'), figures.height(use.height)],
            [text('orbit.radius'), figures.length(use.found?.radius ?? null)],
          ]}
          effect={text('monitor.effect.poiEnter')}
          onConfirm={() => use.confirmed(confirmation)}
          onCancel={use.close}
        />
      ) : null}
    </>
  );
}
