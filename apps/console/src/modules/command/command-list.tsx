import { CommandChip, type ChipTone } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { worthShowing, type CommandBoard, type Order } from './command-board.ts';
import './command.css';

const tones: Readonly<Record<Order['state'], ChipTone>> = {
  sending: 'waiting',
  unheard: 'unknown',
  drafted: 'waiting',
  authorised: 'waiting',
  sent: 'waiting',
  accepted: 'running',
  in_progress: 'running',
  accepted_late: 'running',
  succeeded: 'done',
  failed: 'failed',
  rejected: 'failed',
  expired: 'failed',
  unknown: 'unknown',
  superseded: 'unknown',
};

/** Of the others the server's sentence would only say the state again. */
const explained: ReadonlySet<Order['state']> = new Set([
  'failed',
  'rejected',
  'expired',
  'unknown',
  'accepted_late',
  'superseded',
]);

export interface CommandListProps {
  board: CommandBoard;
  /** Progress of the flight that a running order belongs to, 0 to 100. */
  percentOf: (flightOID: string) => number | null;
}

/** Every order given to the dock, newest first, each with its own life. */
export function CommandList({ board, percentOf }: CommandListProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const shown = board.filter(worthShowing);
  if (shown.length === 0) return <p className="command-none">{text('monitor.noCommands')}</p>;
  const wordOf = (order: Order): string => {
    if (order.state === 'sending') return text('monitor.sending');
    if (order.state === 'unheard') return text('monitor.unheard');
    const state = text(`commandState.${order.state}`);
    return explained.has(order.state) && order.message && order.message !== state
      ? `${state} · ${order.message}`
      : state;
  };
  return (
    <ol className="command-list">
      {shown.map((order) => (
        <li key={order.id}>
          <CommandChip
            name={text(`command.${order.method}`)}
            tone={tones[order.state]}
            word={wordOf(order)}
            time={figures.clock(order.issuedAt)}
            percent={
              order.state === 'in_progress' && order.method === 'startJob' && order.flightOID
                ? percentOf(order.flightOID)
                : null
            }
          />
          <bdi className="command-by">{order.by}</bdi>
        </li>
      ))}
    </ol>
  );
}
