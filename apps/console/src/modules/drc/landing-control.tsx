import { lacksLanding, stickLandings, type StickOrderState } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { ReactNode } from 'react';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import type { SticksControl } from './use-sticks.ts';

interface Props {
  /** Key of the model of the dock. */
  model: string;
  sticks: SticksControl;
}

const known = {
  sent: 'drc.landing.sent',
  accepted: 'drc.landing.lands',
  rejected: 'drc.landing.refused',
  unknown: 'drc.landing.unknown',
  failed: 'drc.landing.failed',
} as const satisfies Record<StickOrderState, PhraseId>;

/** Second step, away from the button of the first: a double click does not take both. */
function Confirm({ sticks: { loop, view } }: Pick<Props, 'sticks'>): ReactNode {
  const text = useText();
  const { landing } = view;
  if (landing.step !== 'confirm') return null;
  return (
    <div className="drc-landing-confirm ey-stack ey-gap-8">
      <p role="alert">{text(`drc.landing.${landing.landing}.does`)}</p>
      <OrderButton size="small" danger type="primary" why={null} onOrder={() => loop?.land()}>
        {text(`drc.landing.${landing.landing}.confirm`)}
      </OrderButton>
      <OrderButton size="small" why={null} onOrder={() => loop?.forgetLanding()}>
        {text('drc.landing.forget')}
      </OrderButton>
    </div>
  );
}

/** Has the aircraft land where it is, by two presses within ten seconds. */
export function LandingControl({ model, sticks }: Props): ReactNode {
  const text = useText();
  const { loop, view } = sticks;
  const { landing, state, connected, phase } = view;
  const runs = (connected && state?.landing) || null;
  const whyNot = (): string | null => {
    if (!connected) return text('refusal.drcMissing');
    if (phase === 'testing') return text('drc.phase.testing');
    // Where nobody knows whether it lands, whoever flies may order it again.
    if (runs?.state === 'sent' || runs?.state === 'accepted') return text('drc.landing.fault.landingRuns');
    return landing.step === 'none' || landing.step === 'failed' ? null : text('monitor.why.underWay');
  };
  return (
    <section aria-label={text('drc.landing')}>
      <h3>{text('drc.landing')}</h3>
      {lacksLanding(model) ? (
        <p role="note">{text('drc.landing.fault.methodMissing')}</p>
      ) : (
        <>
          <div className="drc-row ey-row ey-flow ey-gap-8">
            {stickLandings.map((one) => (
              <OrderButton key={one} size="small" danger why={whyNot()} onOrder={() => loop?.askLanding(one)}>
                {text(`drc.landing.${one}`)}
              </OrderButton>
            ))}
          </div>
          <Confirm sticks={sticks} />
          {landing.step === 'failed' ? <p role="alert">{text(`drc.landing.fault.${landing.why}`)}</p> : null}
          {runs ? <p role="alert">{text(known[runs.state], { code: runs.result ?? 0 })}</p> : null}
          <p className="list-hint">{text('drc.landing.hint')}</p>
        </>
      )}
    </section>
  );
}
