import { drcCalls, type DrcState } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import type { SticksView } from './stick-loop.ts';

const askEvery = 3_000;

/** Whoever watches sees who flies by sticks; the tab that flies hears more by its own connection. */
function Flier({ dockOID }: { dockOID: string }): ReactNode {
  const text = useText();
  const answer = useQuery({
    queryKey: ['drc', 'info', dockOID],
    queryFn: ({ signal }) => call(drcCalls.info, { oid: dockOID }, { signal, toast: false }),
    refetchInterval: askEvery,
  });
  if (answer.isError) return <p role="note">{text('drc.unknown')}</p>;
  const { holder, state } = answer.data ?? { holder: null, state: null };
  return (
    <p className="list-hint" role="note">
      {state?.forwarding && holder ? text('drc.flownBy', { name: holder.name }) : text('drc.flownByNobody')}
    </p>
  );
}

function Link({ state }: { state: DrcState }): ReactNode {
  const text = useText();
  const ms = (value: number | null): string =>
    value === null ? '–' : text('drc.ms', { value: Math.round(value) });
  return (
    <>
      <p className="list-hint">
        {text('drc.link', {
          roundTrip: ms(state.roundTrip),
          radio: ms(state.radioDelay),
          heard: ms(state.heardAgo),
        })}
      </p>
      {state.clipped.map((bound) => (
        <p key={bound} className="drc-clipped" role="alert">
          {text(`drc.clipped.${bound}`)}
        </p>
      ))}
      {state.bounded ? null : <p className="list-hint">{text('drc.unbounded')}</p>}
      {state.fault ? (
        <p className="list-hint">{text('drc.dropped', { why: text(`drc.fault.${state.fault}`) })}</p>
      ) : null}
    </>
  );
}

/** How sticks, page and link stand, in words. */
export function DrcStanding({ dockOID, view }: { dockOID: string; view: SticksView }): ReactNode {
  const text = useText();
  const { phase, state, lost, refused, pad, connected } = view;
  return (
    <>
      <p className="drc-phase" role="status">
        {text(`drc.phase.${phase}`)}
      </p>
      {lost ? <p role="alert">{text('drc.lost')}</p> : null}
      {state?.endedBy ? <p role="alert">{text(`drc.ended.${state.endedBy}`)}</p> : null}
      {refused ? (
        <p role="alert">
          {text('drc.refused', {
            field: refused.field,
            least: refused.least ?? '–',
            most: refused.most ?? '–',
          })}
        </p>
      ) : null}
      {connected && state ? <Link state={state} /> : <Flier dockOID={dockOID} />}
      <p className="list-hint">
        {pad
          ? text(pad.standard ? 'drc.gamepad' : 'drc.gamepadOther', { name: pad.name })
          : text('drc.noGamepad')}
      </p>
      {pad?.standard && !pad.rested ? <p role="note">{text('drc.gamepadHeld')}</p> : null}
    </>
  );
}
