import {
  connectionCalls,
  reachFaults,
  reachScopes,
  type ConnectionNeed,
  type ResponseOf,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Loaded, loadStateOf, StateSymbol, type DeviceState } from '@eyrie/ui';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import './dock-connection.css';

const looks: Readonly<Record<ConnectionNeed['state'], DeviceState>> = {
  fine: 'live',
  attention: 'attention',
  missing: 'alarm',
  notChecked: 'offline',
};

const oneIn = <T extends string>(words: readonly T[], reason: string): T | undefined =>
  words.find((word) => word === reason);

const reasonPhrase = ({ need, reason }: ConnectionNeed): PhraseId => {
  if (need === 'timeServer' && reason === 'timeout') return 'connection.timeSilent';
  const scope = oneIn(reachScopes, reason);
  if (scope) return `connection.scope.${scope}`;
  const fault = oneIn(reachFaults, reason);
  if (fault) return `connection.reachFault.${fault}`;
  return `connection.needReason.${reason as 'set' | 'notSet' | 'encrypted' | 'plain' | 'answers' | 'clockOff' | 'byHand'}`;
};

export const useNeeds = (): UseQueryResult<ResponseOf<typeof connectionCalls.needs>> =>
  useQuery({
    queryKey: ['dock', 'needs'],
    queryFn: ({ signal }) => call(connectionCalls.needs, {}, { signal, toast: false }),
    staleTime: 30_000,
    retry: false,
  });

function Need({ known }: { known: ConnectionNeed }): ReactNode {
  const text = useText();
  const { need, state, value, setting } = known;
  return (
    <li>
      <StateSymbol state={looks[state]} word={text(`connection.need.${need}`)} />
      <span>{text(`connection.needState.${state}`)}</span>
      <p className="list-hint">
        {value === null ? null : (
          <>
            <bdi dir="ltr">
              <code>{value}</code>
            </bdi>{' '}
          </>
        )}
        {text(reasonPhrase(known))}
      </p>
      {state === 'fine' ? null : <p className="list-hint">{text(`connection.needDo.${need}`)}</p>}
      {setting === null || state === 'fine' || state === 'notChecked' ? null : (
        <p className="list-hint">
          {text('connection.needSetting')}{' '}
          <bdi dir="ltr">
            <code>{setting}</code>
          </bdi>
        </p>
      )}
    </li>
  );
}

/** What a dock needs before it can come, as the server found it now. */
export function DockNeeds(): ReactNode {
  const text = useText();
  const answer = useNeeds();
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (
        <ul className="dock-ladder ey-list" aria-label={text('connection.stage.needs')}>
          {answer.data?.list.map((known) => (
            <Need key={known.need} known={known} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** The same above a form: how much is missing, and the whole list when it is opened. */
export function DockNeedsInShort(): ReactNode {
  const text = useText();
  const { data, isPending } = useNeeds();
  const missing = data?.list.filter(({ state }) => state === 'missing').length ?? 0;
  const word = isPending
    ? text('connection.needsAsking')
    : data
      ? text(missing > 0 ? 'connection.needsMissing' : 'connection.needsFine', { count: missing })
      : text('connection.needsUnknown');
  return (
    <details className="list-history-part">
      <summary>
        {text('connection.stage.needs')}:{' '}
        <StateSymbol state={data ? (missing > 0 ? 'alarm' : 'live') : 'offline'} word={word} />
      </summary>
      <DockNeeds />
    </details>
  );
}
