import { commandCalls, drcCalls, offerDrc, type DroneTelemetry } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Checkbox, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { reasonOf, type ServerOffers } from '../../platform/order-offers.ts';
import type { OpenControl } from '../../platform/parts.ts';
import { useTelemetry } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import { useOrderOffers, useStaleReason } from '../../platform/use-order-offers.ts';
import { orderDrc } from './drc-orders.ts';
import { DrcStanding } from './drc-standing.tsx';
import { KeyTable } from './key-table.tsx';
import { LandingControl } from './landing-control.tsx';
import { LinkLoss } from './link-loss.tsx';
import { PadTuning } from './pad-tuning.tsx';
import { isSending } from './stick-arming.ts';
import type { SticksView } from './stick-loop.ts';
import { StickValues } from './stick-values.tsx';
import { isUnconfirmed, stopKnown } from './stop-steps.ts';
import { TouchPads } from './touch-pads.tsx';
import { reaches, useSticks, type SticksControl } from './use-sticks.ts';
import './drc.css';

const returning: ReadonlySet<DroneTelemetry['mode']> = new Set(['autoReturn', 'autoLanding']);

/**
 * Why a dock is not asked to open its link now; null: it may be. The server decides in the end.
 * @param offers what the server said last; null: what the page sees alone
 */
const whyNotEnter = (
  { dock: { vendor }, noControl }: OpenControl,
  drone: DroneTelemetry | undefined,
  offers: ServerOffers | null,
): PhraseId | null => {
  if (vendor === 'own') return 'refusal.methodMissing';
  if (!drone?.online) return 'refusal.droneOff';
  const { airborne, mode } = drone;
  const nothing = { flyingTo: false, workState: null, rods: false, tools: null, job: null };
  const seen = offerDrc({ ...nothing, airborne, returning: returning.has(mode) });
  return reasonOf('drcEnter', seen && `refusal.${seen}`, offers) ?? noControl;
};

interface LinkProps {
  control: OpenControl;
  sticks: SticksControl;
  why: PhraseId | null;
}

/** Opens and closes the link of the dock, and the connection of this page. */
function LinkButtons({
  control: { dock, epochs, noControl },
  sticks: { loop, view },
  why,
}: LinkProps): ReactNode {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const epoch = epochs.flight;
  const enter = async (): Promise<void> => {
    setBusy(true);
    if (await orderDrc('drcEnter', dock.oid, epoch)) await loop?.connect();
    setBusy(false);
  };
  const exit = async (): Promise<void> => {
    loop?.disconnect();
    await orderDrc('drcExit', dock.oid, epoch);
  };
  const reason = busy ? 'monitor.why.underWay' : why;
  const noExit = noControl && text(noControl);
  return (
    <div className="drc-row ey-row ey-flow ey-gap-8">
      <Allowed call={commandCalls.drcEnter}>
        <OrderButton size="small" why={reason && text(reason)} onOrder={() => void enter()}>
          {text('command.drcEnter')}
        </OrderButton>
      </Allowed>
      {view.lost ? (
        <Allowed call={drcCalls.connect}>
          <OrderButton size="small" why={noExit} onOrder={() => void loop?.connect()}>
            {text('drc.connect')}
          </OrderButton>
        </Allowed>
      ) : null}
      <Allowed call={commandCalls.drcExit}>
        <OrderButton size="small" why={noExit} onOrder={() => void exit()}>
          {text('command.drcExit')}
        </OrderButton>
      </Allowed>
    </div>
  );
}

/** Arms, disarms and stops; the test mode needs no aircraft. */
function ArmButtons({ sticks: { loop, view }, why }: Omit<LinkProps, 'control'>): ReactNode {
  const text = useText();
  const { phase, connected } = view;
  const sending = isSending(phase);
  const whyNotArm = why ?? (connected ? null : 'refusal.drcMissing');
  const testing = phase === 'testing';
  return (
    <div className="drc-row ey-row ey-flow ey-gap-8">
      <OrderButton
        size="small"
        type="primary"
        why={testing || phase === 'landing' ? text(`drc.phase.${phase}`) : whyNotArm && text(whyNotArm)}
        onOrder={() => loop?.arm()}
      >
        {text('drc.arm')}
      </OrderButton>
      <OrderButton
        size="small"
        why={phase === 'landing' ? text('drc.phase.landing') : sending ? null : text('drc.phase.disarmed')}
        onOrder={() => loop?.event({ kind: 'disarm' })}
      >
        {text('drc.disarm')}
      </OrderButton>
      <OrderButton
        size="small"
        danger
        why={sending ? null : text('drc.phase.disarmed')}
        onOrder={() => loop?.event({ kind: 'stop' })}
      >
        {text('drc.stop')}
      </OrderButton>
      <Checkbox
        checked={testing}
        disabled={sending}
        onChange={({ target }) => loop?.event({ kind: 'test', on: target.checked })}
      >
        {text('drc.test')}
      </Checkbox>
    </div>
  );
}

/** What is known of the emergency stop that was pressed last. */
function StopStanding({ view: { stop, state } }: { view: SticksView }): ReactNode {
  const text = useText();
  const known = stopKnown(stop, state);
  if (known === null) return null;
  return (
    <p role={isUnconfirmed(known) ? 'alert' : 'status'} data-stop={known}>
      {text(`drc.stopped.${known}`, { code: state?.stop?.result ?? 0 })}
    </p>
  );
}

/** Flying by keys, a gamepad or fingers: the link to the dock, arming, what is read and sent, which key does what. */
export function DrcPanel({ control }: { control: OpenControl }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { dock, epochs } = control;
  const sticks = useSticks(dock.oid, epochs.flight);
  const presence = useTelemetry('dockPresence', dock.oid);
  const newest = useTelemetry('droneTelemetry', presence?.data.droneOID ?? dock.droneOID);
  const drone = newest?.data;
  const offers = useOrderOffers(dock.oid);
  const stale = useStaleReason(newest);
  // Frames are no orders: what stands against them is seen here, and looked at by the server frame by frame.
  const why = whyNotEnter(control, drone, null);
  const { view, loop, input, change } = sticks;
  return (
    <section
      className="monitor-panel drc-panel"
      aria-label={text('drc.title')}
      data-phase={view.phase}
      data-clipped={view.connected && (view.state?.clipped.length ?? 0) > 0}
    >
      <h2>{text('drc.title')}</h2>
      <DrcStanding dockOID={dock.oid} view={view} />
      <LinkLoss model={dock.model} drone={drone} />
      <LinkButtons control={control} sticks={sticks} why={whyNotEnter(control, drone, offers) ?? stale} />
      <ArmButtons sticks={sticks} why={why} />
      <StopStanding view={view} />
      <p className="list-hint">{text('drc.stopHint')}</p>
      <LandingControl model={dock.model} sticks={sticks} />
      <StickValues values={view.values} />
      <TouchPads values={view.values} mode={input.settings.mode} onTouch={(event) => loop?.touch(event)} />
      <div className="drc-row ey-row ey-flow ey-gap-8">
        <span>{text('drc.reach')}</span>
        <Segmented
          size="small"
          aria-label={text('drc.reach')}
          value={input.reach}
          options={reaches.map((value) => ({ value, label: figures.amount(value * 100, '%') }))}
          onChange={(reach) => change({ reach })}
        />
      </div>
      <KeyTable keys={input.keys} onChange={(keys) => change({ keys })} />
      <PadTuning sticks={sticks} />
      <p className="list-hint">{text('drc.unverified')}</p>
    </section>
  );
}
