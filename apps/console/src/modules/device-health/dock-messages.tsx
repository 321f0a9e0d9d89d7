import { deviceMessageCalls, limits } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { isAllowed, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { UnusableLines } from './unusable.tsx';
import './device-health.css';

/** The newest that a dock sent and was sent, newest first; secrets are masked where they are stored. */
function Newest({ dockOID }: { dockOID: string }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useQuery({
    queryKey: ['deviceMessage', 'newest', dockOID],
    queryFn: ({ signal }) =>
      call(
        deviceMessageCalls.query,
        { dockOID, pageNum: 1, pageSize: limits.connection.messages },
        { signal },
      ),
    refetchInterval: 10_000,
  });
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        answer.data?.list.length ? (
          <ol className="dock-messages" aria-label={text('connection.messages')}>
            {answer.data.list.map(({ oid, at, direction, kind, method, size, result }) => (
              <li key={oid}>
                <bdi>{figures.time(at)}</bdi> {text(`deviceHealth.direction.${direction}`)}{' '}
                <bdi dir="ltr">
                  <code>{method === null ? kind : `${kind}/${method}`}</code>
                </bdi>{' '}
                <span className="list-hint">
                  {figures.amount(size, 'B', 0)}
                  {result ? ` · ${text('deviceHealth.result')} ${result}` : null}
                </span>
              </li>
            ))}
          </ol>
        ) : (
          <p className="list-hint">{text('deviceHealth.noMessages')}</p>
        )
      }
    </Loaded>
  );
}

/** Messages of a dock for whoever looks for a fault, or of them what could not be used; asked for when it is opened. */
export function DockMessages({ dockOID }: { dockOID: string }): ReactNode {
  const text = useText();
  const mayRead = useSession((session) => isAllowed(session, '/personalInfo'));
  const [open, setOpen] = useState(false);
  const [unusable, setUnusable] = useState(!mayRead);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('connection.messages')}</summary>
      {open ? (
        <>
          <Checkbox
            checked={unusable}
            disabled={!mayRead}
            onChange={({ target }) => setUnusable(target.checked)}
          >
            {text('deviceHealth.unusable')}
          </Checkbox>
          {unusable ? <UnusableLines dockOID={dockOID} /> : <Newest dockOID={dockOID} />}
        </>
      ) : null}
    </details>
  );
}
