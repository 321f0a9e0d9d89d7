import type { FlightPhase } from '@eyrie/domain';
import { CommandChip } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { shownOrders, type CommandBoard, type Order } from './command-board.ts';
import { orderStyle, orderWords } from '../../platform/order-style.ts';
import './command.css';

/** Of the others the server's sentence would only say the state again. */
const explained: ReadonlySet<Order['state']> = new Set([
  'failed',
  'rejected',
  'expired',
  'unknown',
  'accepted_late',
  'superseded',
]);

/** Phases in which the share of the route stands beside the order that began it. */
const showsShare: ReadonlySet<FlightPhase> = new Set(['onRoute', 'paused']);

export interface CommandListProps {
  board: CommandBoard;
  /** Where the flight stands that is shown beside the orders; progress in percent of the route. */
  flight: { oid: string; phase: FlightPhase; progress: number | null } | null;
}

/** Every order given to the dock, newest first, each with its own life. */
export function CommandList({ board, flight }: CommandListProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const shown = shownOrders(board);
  if (shown.length === 0) return <p className="ey-hint">{text('monitor.noCommands')}</p>;
  const styleOf = (order: Order) => {
    // An order to the dock alone, such as a call home in an emergency, is about the flight of the moment.
    const own = flight && (order.flightOID ?? flight.oid) === flight.oid ? flight : null;
    const { tone, wordId } = orderStyle(order, own?.phase ?? null);
    const word = text(wordId);
    const runs = order.state === 'in_progress' && order.method === 'startJob';
    return {
      tone,
      word: explained.has(order.state) ? orderWords(word, order.message, text('refusal.expired')) : word,
      percent: runs && own && showsShare.has(own.phase) ? own.progress : null,
    };
  };
  return (
    <ol className="command-list">
      {shown.map((order) => (
        <li key={order.id}>
          <CommandChip
            name={text(`command.${order.method}`)}
            {...styleOf(order)}
            time={figures.clock(order.issuedAt)}
          />
          <bdi className="command-by">{order.by}</bdi>
        </li>
      ))}
    </ol>
  );
}
