import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { LoadState } from './load-state.ts';
import { useUiTexts } from './ui-texts.tsx';
import './loaded.css';

type FailedState = Extract<LoadState, { retry: () => void }>;

/** Why it failed. While it is asked again, what was said before stays. */
const useReason = ({ error }: FailedState): ReactNode => {
  const texts = useUiTexts();
  const [said, setSaid] = useState(error);
  if (error !== null && error !== said) setSaid(error);
  return texts.failure(error ?? said);
};

function Retry({ state }: { state: FailedState }): ReactNode {
  const texts = useUiTexts();
  return (
    <Button
      size="small"
      loading={state.asking}
      icon={<Icon name="refresh" size={14} />}
      onClick={state.retry}
    >
      {texts.retry}
    </Button>
  );
}

/** In place of what could not be loaded: nothing is known of it, which is not the same as nothing being there. */
export function FailedNote({ state }: { state: FailedState }): ReactNode {
  const reason = useReason(state);
  return (
    <div className="ey-load-failed" role="status">
      <Icon name="alarm" size={24} />
      <p>{reason}</p>
      <Retry state={state} />
    </div>
  );
}

/** Above data that could not be renewed: of when they are, and why. */
export function StaleNote({ state }: { state: FailedState }): ReactNode {
  const texts = useUiTexts();
  const reason = useReason(state);
  return (
    <div className="ey-load-stale" role="status">
      <Icon name="alarm" size={16} />
      <p>
        {state.kind === 'stale' ? <strong>{texts.asOf(state.since)}</strong> : null} {reason}
      </p>
      <Retry state={state} />
    </div>
  );
}

/** The shape of what will stand here, while it is on its way. */
export function Skeleton({ lines = 3 }: { lines?: number }): ReactNode {
  const texts = useUiTexts();
  return (
    <div className="ey-skeleton" role="status">
      <span className="ey-hidden">{texts.loading}</span>
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} className="ey-skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}

export interface LoadedProps {
  state: LoadState;
  /** Drawn once there is something to show, be it current or stale. */
  children: () => ReactNode;
  /** In place of the skeleton. */
  waiting?: ReactNode;
}

/** What was loaded, or why it is not here: on its way, failed, or as of an earlier time. */
export function Loaded({ state, children, waiting }: LoadedProps): ReactNode {
  if (state.kind === 'loading') return waiting ?? <Skeleton />;
  if (state.kind === 'failed') return <FailedNote state={state} />;
  return (
    <>
      {state.kind === 'stale' ? <StaleNote state={state} /> : null}
      {children()}
    </>
  );
}

/** In a chooser without anything to choose: why there is nothing. */
export function NoChoices({ state, none }: { state: LoadState; none?: string }): ReactNode {
  const texts = useUiTexts();
  if (state.kind === 'failed') return <FailedNote state={state} />;
  return <span role="status">{state.kind === 'loading' ? texts.loading : (none ?? texts.noData)}</span>;
}
