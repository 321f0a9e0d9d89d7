import type { CommandRecord, FlightPhase, FlightRecord } from '@eyrie/domain';
import { CommandChip, Loaded, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { orderStyle, orderWords } from '../../platform/order-style.ts';
import { useText } from '../../platform/text.tsx';
import { useFlightCommands } from './flight.queries.ts';
import './flight.css';

function CommandRow({ command, phase }: { command: CommandRecord; phase: FlightPhase }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const time = figures.time(command.issuedAt);
  const { tone, wordId } = orderStyle(command, phase);
  return (
    <li>
      <CommandChip
        name={text(`command.${command.method}`)}
        tone={tone}
        word={orderWords(text(wordId), command.message, text('refusal.expired'))}
      />
      <p>
        <bdi>{text('flight.commandBy', { name: command.issuedBy.name, time })}</bdi>
      </p>
    </li>
  );
}

/** Every command given for a flight, newest first, with who gave it and what became of it. */
export function CommandLog({ flight }: { flight: Pick<FlightRecord, 'oid' | 'state' | 'phase'> }): ReactNode {
  const text = useText();
  const commands = useFlightCommands(flight.oid, flight.state === 'inFlight');
  const list = commands.data?.list ?? [];
  return (
    <Loaded state={loadStateOf(commands)}>
      {() =>
        list.length === 0 ? (
          <p className="flight-none">{text('flight.noCommands')}</p>
        ) : (
          <ol className="command-log">
            {list.map((command) => (
              <CommandRow key={command.commandOID} command={command} phase={flight.phase} />
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}
