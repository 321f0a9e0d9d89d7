import type { PhraseId } from '@eyrie/phrases';
import { Icon, type IconName } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import type { FlightCommand } from './availability.ts';
import './command.css';

const icons: Readonly<Record<FlightCommand, IconName>> = {
  startJob: 'play',
  flightPause: 'pause',
  flightResume: 'play',
  hover: 'drone',
  returnHomeCancel: 'close',
  forceEndJob: 'stop',
  returnHome: 'home',
};

export interface CommandButtonProps {
  method: FlightCommand;
  /** Why it cannot be given now; null when it can. */
  why: PhraseId | null;
  /** More words about why, such as the items of the pre-flight check in the way. */
  detail?: string | undefined;
  onOrder: (method: FlightCommand) => void;
}

/** One absolute verb. */
export function CommandButton({ method, why, detail, onOrder }: CommandButtonProps): ReactNode {
  const text = useText();
  const reason = why === null ? null : detail ? `${text(why)}: ${detail}` : text(why);
  return (
    <OrderButton
      className={`command-button command-${method}`}
      type={method === 'startJob' ? 'primary' : 'default'}
      danger={method === 'forceEndJob'}
      why={reason}
      onOrder={() => onOrder(method)}
    >
      <Icon name={icons[method]} size={16} />
      <span>{text(`command.${method}`)}</span>
    </OrderButton>
  );
}

/** Return home: always there, always in the same place. Where the link is bad it says so and still goes out. */
export function ReturnHomeButton({
  why,
  doubtful,
  onOrder,
}: {
  why: PhraseId | null;
  doubtful: boolean;
  onOrder: (method: 'returnHome') => void;
}): ReactNode {
  const text = useText();
  return (
    <button
      type="button"
      className="command-home ey-row"
      aria-disabled={why !== null}
      title={why === null ? undefined : text(why)}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={() => {
        if (why === null) onOrder('returnHome');
      }}
    >
      <Icon name="home" size={22} />
      <span>
        <strong>{text('command.returnHome')}</strong>
        {why !== null ? (
          <small>{text(why)}</small>
        ) : doubtful ? (
          <small>{text('monitor.mayNotArrive')}</small>
        ) : null}
      </span>
    </button>
  );
}
