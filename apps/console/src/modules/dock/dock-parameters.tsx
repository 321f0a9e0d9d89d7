import { dockCalls, type DockParameter } from '@eyrie/domain';
import { FactList, Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';

function Parameters({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useQuery({
    queryKey: ['dock', 'parameters', oid],
    queryFn: ({ signal }) => call(dockCalls.parameters, { oid }, { signal }),
    refetchInterval: 10_000,
  });
  const shown = ({ value, min, max }: DockParameter): string => {
    if (value === null) return figures.amount(null);
    if (typeof value === 'boolean') return text(value ? 'dock.parameterOn' : 'dock.parameterOff');
    return text('dock.parameterRange', {
      value: figures.height(value),
      min: figures.height(min),
      max: figures.height(max),
    });
  };
  const list = answer.data?.list ?? [];
  const heard = list.map(({ at }) => at).filter((at) => at !== null);
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (
        <>
          <p className="list-hint">{text('dock.parametersHint')}</p>
          {heard.length > 0 ? (
            <p className="list-hint">{text('state.lastSeen', { time: figures.time(Math.min(...heard)) })}</p>
          ) : null}
          <FactList
            className="list-facts"
            facts={list.map((parameter) => [text(`dock.parameter.${parameter.name}`), shown(parameter)])}
          />
        </>
      )}
    </Loaded>
  );
}

/** What a dock and its aircraft hold of each limit and setting; asked for when it is opened. */
export function DockParameters({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('dock.parameters')}</summary>
      {open ? <Parameters oid={oid} /> : null}
    </details>
  );
}
