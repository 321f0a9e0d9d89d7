import type { CommandRecord, CommandState } from '@eyrie/domain';
import { CommandChip, Loaded, loadStateOf, type ChipTone } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useFlightCommands } from './flight.queries.ts';
import './flight.css';

const tones: Readonly<Record<CommandState, ChipTone>> = {
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

function CommandRow({ command }: { command: CommandRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const time = figures.time(command.issuedAt);
  const state = text(`commandState.${command.state}`);
  return (
    <li>
      <CommandChip
        name={text(`command.${command.method}`)}
        tone={tones[command.state]}
        word={command.message ? `${state} · ${command.message}` : state}
      />
      <p>
        <bdi>{text('flight.commandBy', { name: command.issuedBy.name, time })}</bdi>
      </p>
    </li>
  );
}

/** Every command given for a flight, newest first, with who gave it and what became of it. */
export function CommandLog({ flightOID, running }: { flightOID: string; running: boolean }): ReactNode {
  const text = useText();
  const commands = useFlightCommands(flightOID, running);
  const list = commands.data?.list ?? [];
  return (
    <Loaded state={loadStateOf(commands)}>
      {() =>
        list.length === 0 ? (
          <p className="flight-none">{text('flight.noCommands')}</p>
        ) : (
          <ol className="command-log">
            {list.map((command) => (
              <CommandRow key={command.commandOID} command={command} />
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}
