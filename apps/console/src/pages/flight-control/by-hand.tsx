import type { DockRecord } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { CommandList, payloadGiving, useCommands } from '../../modules/command/index.ts';
import { useLease, whyNoControl } from '../../modules/lease/index.ts';
import { Instruments, useLive } from '../../modules/telemetry/index.ts';
import { flightPanels, payloadPanels, stickPanels } from '../../parts.ts';
import type { OpenControl } from '../../platform/parts.ts';
import { useText } from '../../platform/text.tsx';
import { ControlBars } from './control-bars.tsx';
import { LightsPart } from './lights-part.tsx';
import { FlyPart, PayloadPart, useHandSituation } from './panels.tsx';

/** Flight by hand with one dock: who flies, who has the payload, and the panels that rooms have for both. */
export function ByHand({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const flight = useLease(dock.oid, 'flight');
  const payload = useLease(dock.oid, 'payload');
  const commands = useCommands(dock.oid);
  const live = useLive(dock);
  const situation = useHandSituation(live, flight, dock);
  const shared = { dock, live, situation, commands };
  const giving = payloadGiving(dock, live.drone.data, situation, commands, {
    epoch: payload.phase === 'mine' ? payload.epoch : undefined,
    noControl: whyNoControl(payload),
  });
  const control: OpenControl = {
    dock,
    epochs: {
      flight: flight.phase === 'mine' ? flight.epoch : null,
      payload: payload.phase === 'mine' ? payload.epoch : null,
    },
    noControl: whyNoControl(flight),
  };
  return (
    <main className="monitor">
      <header className="monitor-head ey-row ey-gap-12">
        <h1>{text('permission./flightControl')}</h1>
        <bdi>{dock.name}</bdi>
        <span className="monitor-drone ey-row ey-gap-6 ey-muted">
          <Icon name="drone" size={16} />
          <bdi>{dock.droneName ?? dock.droneSn ?? text('dock.noDrone')}</bdi>
        </span>
      </header>
      <div className="monitor-body ey-grid ey-gap-8">
        <div className="monitor-left ey-stack ey-gap-8">
          <FlyPart {...shared} {...{ payload, giving }} lease={flight} />
          {flightPanels(control)}
          {stickPanels(control)}
          <div className="monitor-instruments ey-grid ey-gap-8">
            <Instruments drone={live.drone} dock={live.dock} />
          </div>
        </div>
        <aside className="monitor-side ey-stack ey-gap-8">
          <PayloadPart {...{ dock, live, giving }} />
          <LightsPart {...shared} epoch={control.epochs.flight ?? undefined} />
          {payloadPanels(control)}
          <section className="monitor-panel" aria-label={text('monitor.commands')}>
            <h2>{text('monitor.commands')}</h2>
            <CommandList board={commands.board} flight={null} />
          </section>
        </aside>
      </div>
      <ControlBars {...{ dock, flight, payload, commands }} />
    </main>
  );
}
