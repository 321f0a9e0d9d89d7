import type { PhraseId } from '@eyrie/phrases';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { pilotSteps, type PilotStandings, type PilotStep } from './pilot-connection.ts';
import type { StepStanding } from './step-graph.ts';
import './pilot.css';

const looks: Readonly<Record<StepStanding['state'], DeviceState>> = {
  waiting: 'offline',
  working: 'working',
  done: 'live',
  failed: 'alarm',
};

function Step({
  step,
  standing: { state, fault },
  onRetry,
}: {
  step: PilotStep;
  standing: StepStanding;
  onRetry: (step: PilotStep) => void;
}): ReactNode {
  const text = useText();
  return (
    <li className="pilot-step" data-step={step} data-state={state}>
      <span className="pilot-step-name">{text(`pilot.step.${step}`)}</span>
      <StateSymbol state={looks[state]} word={text(`pilot.state.${state}`)} />
      {fault ? (
        <p role={state === 'failed' ? 'alert' : undefined}>
          <bdi>{text(`pilot.fault.${fault.kind}` as PhraseId, fault.values)}</bdi>
        </p>
      ) : null}
      {state === 'failed' ? (
        <Button size="large" onClick={() => onRetry(step)}>
          {text('pilot.retry')}
        </Button>
      ) : null}
    </li>
  );
}

/** The way of a controller into the organisation, lit up step by step. */
export function PilotLadder({
  standings,
  onRetry,
}: {
  standings: PilotStandings;
  onRetry: (step: PilotStep) => void;
}): ReactNode {
  const text = useText();
  const left = pilotSteps.filter((step) => standings[step].state !== 'done').length;
  const working = pilotSteps.some((step) => standings[step].state === 'working');
  return (
    <>
      <p className="pilot-result" role="status">
        <StateSymbol
          state={left === 0 ? 'live' : working ? 'working' : 'attention'}
          word={
            left === 0
              ? text('pilot.ready')
              : working
                ? text('pilot.working')
                : text('pilot.notReady', { count: left })
          }
        />
      </p>
      <ol className="pilot-ladder" aria-label={text('pilot.ladder')}>
        {pilotSteps.map((step) => (
          <Step key={step} step={step} standing={standings[step]} onRetry={onRetry} />
        ))}
      </ol>
    </>
  );
}
